// One step: its pictures, the state before and after it, with what was acted on and
// what has changed marked.
"use strict";

// The step before it, unless steps between them are left out.
function before(i) {
    const of = run();
    if (i === 0 || (of.leftOut > 0 && i === of.leftOutAt)) return undefined;
    return of.steps[i - 1];
}

function elementsOf(step, selector) {
    const value = step === undefined ? undefined : step.state[selector];
    return Array.isArray(value) ? value : [];
}

// Where an element of the step's state stands: the run has looked, or, of another
// executor, the state says so.
function placeOf(step, one) {
    if (!one) return null;
    return (step.places || {})[one.ref] || one.position || null;
}

function box(step, selector, index) {
    return placeOf(step, elementsOf(step, selector)[index]);
}

// The element acted on, as it was before: by its ref among the arguments, else
// the only one that the selector matches.
function actedBox(step, previous) {
    const action = step.actions[0];
    if (step.kind !== "acted" || action === undefined ||
        previous === undefined) return null;
    for (const list of Object.values(previous.state)) {
        if (!Array.isArray(list)) continue;
        const found = list.find((one) => one && one.ref !== undefined &&
            action.args.includes(one.ref));
        if (placeOf(previous, found)) return placeOf(previous, found);
    }
    const of = elementsOf(previous, step.target ? step.target.selector : "");
    return of.length === 1 ? placeOf(previous, of[0]) : null;
}

// {"acted": [box...], "added": ...} for either side.
function marksOf(step, previous) {
    const marks = { before: [], after: [] };
    const add = (side, kind, place) => {
        if (place) marks[side].push({ kind: kind, place: place });
    };
    for (const change of step.changes || []) {
        for (const item of change.items || []) {
            const { selector } = change;
            if (item.kind === "Removed")
                add("before", "removed", box(previous, selector, item.before));
            else
                add("after", item.kind === "Added" ? "added" : "changed",
                    box(step, selector, item.after));
        }
    }
    add("before", "acted", actedBox(step, previous));
    return marks;
}

// Of a small page most of the window is empty. What is empty at the right and at the
// bottom of all pictures of the run that have been seen is cut off, so that the rest can
// be read.
const SHRUNK = 4; // pixels of a picture to one that is looked at
const EDGE = 24; // pixels left around what is there
const LEAST = { width: 480, height: 200 };
let used = { ...LEAST };

function pixelsOf(image, width, height) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext("2d");
    brush.drawImage(image, 0, 0, width, height);
    return brush.getImageData(0, 0, width, height).data;
}

// How far right and down something differs from the last corner; all of it where
// nothing does.
function usedPart(image) {
    const width = Math.ceil(image.naturalWidth / SHRUNK);
    const height = Math.ceil(image.naturalHeight / SHRUNK);
    const pixels = pixelsOf(image, width, height);
    const corner = pixels.length - 4;
    let right = -1;
    let bottom = -1;
    for (let i = 0; i < pixels.length; i += 4) {
        const differs = Math.abs(pixels[i] - pixels[corner]) +
            Math.abs(pixels[i + 1] - pixels[corner + 1]) +
            Math.abs(pixels[i + 2] - pixels[corner + 2]) > 24;
        if (!differs) continue;
        right = Math.max(right, i / 4 % width);
        bottom = Math.floor(i / 4 / width);
    }
    if (right < 0)
        return { width: image.naturalWidth, height: image.naturalHeight };
    return {
        width: Math.min(image.naturalWidth, right * SHRUNK + EDGE),
        height: Math.min(image.naturalHeight, bottom * SHRUNK + EDGE)
    };
}

function cut(image) {
    const width = Math.min(used.width, image.naturalWidth);
    const height = Math.min(used.height, image.naturalHeight);
    const frame = image.closest(".picture");
    frame.style.maxWidth = width + "px";
    frame.style.aspectRatio = width + " / " + height;
    image.parentElement.style.width = 100 * image.naturalWidth / width + "%";
}

function cutAll() {
    for (const image of document.querySelectorAll(".picture img")) {
        if (!image.complete || image.naturalWidth === 0) continue;
        const part = usedPart(image);
        used.width = Math.max(used.width, part.width);
        used.height = Math.max(used.height, part.height);
    }
    for (const image of document.querySelectorAll(".picture img"))
        if (image.complete && image.naturalWidth > 0) cut(image);
}

function markElement(mark, image) {
    const made = element("span", { class: "mark " + mark.kind });
    const part = (length, whole) => (100 * length / whole) + "%";
    const place = () => {
        const width = image.naturalWidth || 1;
        const height = image.naturalHeight || 1;
        made.style.left = part(mark.place.x, width);
        made.style.top = part(mark.place.y, height);
        made.style.width = part(mark.place.width, width);
        made.style.height = part(mark.place.height, height);
    };
    if (image.complete && image.naturalWidth > 0) place();
    else image.addEventListener("load", place);
    return made;
}

function picture(step, marks, words) {
    if (step === undefined) return null;
    if (step.picture === undefined)
        return element("figure", {}, element("figcaption", {}, words + ": " +
            (step.pictureLeftOut ? "the picture is left out, because the " +
                "report would become too large" : "no picture")));
    const image = element("img", {
        src: data.pictures[step.picture],
        onload: cutAll,
        alt: "The page after step " + step.version
    });
    return element("figure", {}, element("figcaption", {}, words),
        element("div", { class: "picture" },
            element("div", { class: "sheet" }, image,
                marks.map((mark) => markElement(mark, image)))));
}

const LEGEND = {
    acted: "acted on", added: "added", changed: "changed", removed: "removed"
};

function legend(marks) {
    const kinds = Object.keys(LEGEND).filter((kind) =>
        marks.before.concat(marks.after).some((mark) => mark.kind === kind));
    return kinds.length === 0 ? null :
        element("ul", { class: "legend", "aria-label": "Marks" },
            kinds.map((kind) => element("li", {},
                element("span", { class: "mark swatch " + kind }),
                LEGEND[kind])));
}

function hasPictures() {
    return steps().some((step) =>
        step.picture !== undefined || step.pictureLeftOut);
}

function enlarge(event) {
    const large = document.getElementById("step").classList.toggle("large");
    event.currentTarget.setAttribute("aria-pressed", String(large));
}

function sizeButton() {
    const large = document.getElementById("step").classList.contains("large");
    return element("button", {
        type: "button", "aria-pressed": String(large), onclick: enlarge
    }, "Large pictures");
}

function pictures(step, previous) {
    if (!hasPictures()) return null;
    const marks = marksOf(step, previous);
    return element("div", {},
        element("div", { class: "pictures" },
            picture(previous, marks.before, "Before"),
            picture(step, marks.after, "After")),
        legend(marks));
}
