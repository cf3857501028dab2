// The accessible name of an element: what assistive technology calls it
// ("Accessible Name and Description Computation", with what HTML adds). Left out:
// text of style sheets other than ::before and ::after, aria-owns, what lies in
// closed shadow trees.
const childNodesOf = getter(root.Node.prototype, "childNodes");
const NAMED_BY_CONTENT =
    /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|rowheader|switch|tab|tooltip|treeitem)$/;
const GRIDS = "[role=grid], [role=treegrid]";
const NAME_DEPTH = 64; // what nests deeper says nothing

function childrenOf(node) {
    return listOf(childNodesOf(node));
}

// What stands in an element as it is shown: of one with a shadow tree what is in
// that, of a slot what was given to it, if anything was.
function heardIn(element) {
    const shadow = shadowOf(element);
    if (shadow !== null) return childrenOf(shadow);
    const given = isSlot(element) ? listOf(element.assignedNodes()) : [];
    return given.length > 0 ? given : childrenOf(element);
}

function isSlot(element) {
    return (
        localNameOf(element) === "slot" &&
        typeof property(element, "assignedNodes") === "function"
    );
}

function nameOf(element) {
    return oneLine(nameWithin(element, { top: true, within: false, seen: [] }));
}

function oneLine(text) {
    return text.replace(/[\s\u00a0]+/g, " ").trim();
}

// `walk`: top, the element that was asked for; within, below one that is named
// by its content; label, below what labels another; referred, reached by
// aria-labelledby, and hasReferred, below that; unseen, in what is hidden and
// was referred to; seen, the way down.
function nameWithin(element, walk) {
    if (walk.seen.indexOf(element) >= 0 || walk.seen.length > NAME_DEPTH)
        return "";
    if (walk.referred) walk.unseen = isUnheard(element);
    if (!walk.unseen && isUnheard(element)) return "";
    const name =
        referredName(element, walk) ||
        (walk.top ? "" : embeddedValue(element)) ||
        oneLine(attributeOf(element, "aria-label") || "") ||
        nativeName(element, walk) ||
        contentName(element, walk);
    return name || titleName(element, walk);
}

function isUnheard(element) {
    if (attributeOf(element, "aria-hidden") === "true") return true;
    const style = styleOf(measured(element));
    return style.display === "none" || style.visibility === "hidden";
}

function below(element, walk, more) {
    return {
        top: false,
        within: Boolean(more.within || walk.within),
        label: Boolean(more.label || walk.label),
        referred: Boolean(more.referred),
        hasReferred: Boolean(more.referred || walk.hasReferred),
        unseen: Boolean(walk.unseen),
        seen: walk.seen.concat([element])
    };
}

// Hidden elements may be referred to. A reference leads to no further ones.
function referredName(element, walk) {
    const ids = attributeOf(element, "aria-labelledby");
    if (ids === null || walk.hasReferred) return "";
    return joined(
        ids.split(/\s+/).map(function (id) {
            const found = byId(id, rootNodeOf(element));
            if (found === null) return "";
            // What refers to itself is there with what else it has.
            const way = found === element ? { seen: [] } : walk;
            const more = { referred: true, within: true };
            return oneLine(nameWithin(found, below(null, way, more)));
        })
    );
}

const elementById = uncurry(root.Document.prototype.getElementById);
const elementByIdBelow = uncurry(root.DocumentFragment.prototype.getElementById);

// An id counts in its own tree: the document of a frame, a shadow tree.
function byId(id, tree) {
    if (id === "") return null;
    if (nodeTypeOf(tree) === 9) return elementById(tree, id);
    return nodeTypeOf(tree) === 11 ? elementByIdBelow(tree, id) : null;
}

function joined(names) {
    return names
        .filter(function (name) {
            return name !== "";
        })
        .join(" ");
}

// A control in the middle of a label stands for its value.
function embeddedValue(element) {
    switch (roleOf(element)) {
        case "textbox":
        case "searchbox":
            return String(property(element, "value") || textOf(element));
        case "combobox":
        case "listbox":
            return chosenOptions(element);
        case "slider":
        case "spinbutton":
        case "progressbar":
        case "meter":
        case "scrollbar":
            return rangeValue(element);
        default:
            return "";
    }
}

function chosenOptions(element) {
    const options = property(element, "selectedOptions");
    if (options === undefined) return String(property(element, "value") || "");
    return joined(Array.prototype.map.call(options, textOf));
}

function rangeValue(element) {
    const value =
        attributeOf(element, "aria-valuetext") ||
        attributeOf(element, "aria-valuenow") ||
        property(element, "value");
    return value === undefined || value === null ? "" : String(value);
}

// What HTML has for the purpose.
function nativeName(element, walk) {
    const tag = localNameOf(element);
    if (tag === "input" || tag === "select" || tag === "textarea" ||
        tag === "button" || tag === "meter" || tag === "output" ||
        tag === "progress")
        return labelledName(element, walk) || controlName(element, tag);
    if (tag === "img" || tag === "area")
        return oneLine(attributeOf(element, "alt") || "");
    if (tag === "fieldset") return childName(element, "legend", walk);
    if (tag === "figure") return childName(element, "figcaption", walk);
    if (tag === "table") return childName(element, "caption", walk);
    if (tag === "svg") return childName(element, "title", walk);
    if (tag === "optgroup" || tag === "option" || tag === "track")
        return oneLine(attributeOf(element, "label") || "");
    return "";
}

function labelledName(element, walk) {
    const labels = property(element, "labels");
    if (labels === undefined || labels === null) return "";
    // A control in its own label is not named again by that label.
    if (walk.label) return "";
    return joined(
        Array.prototype.map.call(labels, function (label) {
            const more = { within: true, label: true };
            return oneLine(nameWithin(label, below(element, walk, more)));
        })
    );
}

function controlName(element, tag) {
    if (tag !== "input") return "";
    const type = property(element, "type");
    if (type === "image")
        return (
            attributeOf(element, "alt") || attributeOf(element, "title") ||
            "Submit"
        );
    if (type !== "submit" && type !== "reset" && type !== "button") return "";
    const value = attributeOf(element, "value");
    if (value !== null) return value;
    return { submit: "Submit", reset: "Reset", button: "" }[type];
}

function childName(element, tag, walk) {
    const child = childrenOf(element).filter(function (node) {
        return isElement(node) && localNameOf(node) === tag;
    })[0];
    if (child === undefined) return "";
    // The title of a drawing is never displayed.
    if (tag === "title") return oneLine(textOf(child));
    return oneLine(nameWithin(child, below(element, walk, { within: true })));
}

function contentName(element, walk) {
    if (!walk.within && !isNamedByContent(element)) return "";
    const inside = below(element, walk, { within: true });
    return (
        generated(element, "::before") +
        heardIn(element)
            .map(function (node) {
                return nodeName(node, inside);
            })
            .join("") +
        generated(element, "::after")
    );
}

// Rows are in grids, as browsers have it.
function isNamedByContent(element) {
    const role = roleOf(element);
    return (
        NAMED_BY_CONTENT.test(role) ||
        (role === "row" && closestOf(element, GRIDS) !== null) ||
        localNameOf(element) === "summary"
    );
}

// What is hidden parts nothing.
function nodeName(node, walk) {
    if (nodeTypeOf(node) === 3) return textOf(node);
    if (!isElement(node) || (!walk.unseen && isUnheard(node))) return "";
    const name = nameWithin(node, walk);
    return isInline(node) ? name : " " + name + " ";
}

function isInline(element) {
    const tag = localNameOf(element);
    if (tag === "br") return false;
    return /^(inline|contents)$/.test(styleOf(measured(element)).display);
}

function generated(element, which) {
    const found = /^"((?:[^"\\]|\\.)*)"$/.exec(
        computedStyle(root, element, which).content
    );
    return found === null ? "" : found[1].replace(/\\(.)/g, "$1");
}

function titleName(element, walk) {
    const title = oneLine(attributeOf(element, "title") || "");
    if (title !== "" || !walk.top) return title;
    return oneLine(
        attributeOf(element, "placeholder") ||
            attributeOf(element, "aria-placeholder") ||
            ""
    );
}
