// The named fields that are neither layout nor plain DOM properties.
// Also by what is around it: a fieldset, the list of an option.
function isEnabled(element) {
    if (property(element, "disabled") || matchesOf(element, ":disabled"))
        return false;
    if (!/^(option|optgroup)$/.test(localNameOf(element))) return true;
    const list = closestOf(element, "select");
    return list === null || isEnabled(list);
}

function classNames(element) {
    const list = classListOf(element);
    const names = [];
    for (var i = 0; i < list.length; i++) names.push(list[i]);
    return names;
}

function css(m, name) {
    return styleOf(m).getPropertyValue(name);
}

// A missing property is undefined; one that refuses to be read is missing. What
// scripts put on elements is seen in the page's own world alone.
function property(object, name) {
    try {
        const value = object[name];
        return value === undefined && isCustom(object)
            ? propertyOfPage(object, name)
            : value;
    } catch (error) {
        return undefined;
    }
}

function isCustom(object) {
    return (
        typeof object.localName === "string" && object.localName.indexOf("-") > 0
    );
}

// hook_fields.js answers.
function propertyOfPage(element, name) {
    const page = documentOf(element);
    const node = commentIn(page, "?" + name);
    fragmentIn(page).appendChild(node);
    sendTo(element, new root.MouseEvent("weir-field", {
        relatedTarget: node, composed: true
    }));
    return node.data.charAt(0) === "=" ? JSON.parse(node.data.slice(1)) : undefined;
}
