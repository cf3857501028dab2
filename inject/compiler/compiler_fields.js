/* The compiler, continued: fields of ours. Each counts where the element has no
 * DOM property of that name (docs/LANGUAGE.md, section 9). */

/* The function that reads it and what that wants: the element `e` or its
 * measure `m`; the parts that hold it; whether there are fields below it. */
const OURS = {
    text: { reader: "visibleText", of: "e", parts: ["text"] },
    rect: { reader: "exactRect", of: "m", parts: [], isObject: true },
    html: { reader: "markupOf", of: "e", parts: [] },
    tag: { reader: "localNameOf", of: "e", parts: [] },
    focused: { reader: "isFocused", of: "e", parts: [] },
    selected: { reader: "isChosen", of: "e", parts: [] },
    reachable: { reader: "isReachable", of: "m", parts: ["reach"] },
    computedRole: { reader: "roleOf", of: "e", parts: ["role", "label"] },
    computedLabel: { reader: "nameOf", of: "e", parts: ["role", "label"] },
    label: { reader: "nameOf", of: "e", parts: ["role", "label"] },
    fittingTexts: { reader: "fittingTexts", of: "e", parts: ["pattern", "fitting"] }
};

/* null: the field is not ours, or has fields below it that only a DOM property
 * can have. */
function ownCode(build, field, schema) {
    if (!OURS.hasOwnProperty(field)) return null;
    const ours = OURS[field];
    if (!isLeaf(schema) && !ours.isObject) return null;
    build.needed.values = true;
    build.needed.own_fields = true;
    ours.parts.forEach(function (part) {
        build.needed[part] = true;
    });
    const value =
        "other(e, " + literal(field) + ", " + ours.reader + ", " + ours.of + ")";
    return isLeaf(schema) ? value : belowCode(build, value, schema);
}
