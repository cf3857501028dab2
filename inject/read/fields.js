// The named fields that are neither layout nor plain DOM properties.
// Also by what is around it: a fieldset, the list of an option.
function isEnabled(element) {
    if (anyProperty(element, "disabled") || matchesOf(element, ":disabled"))
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

// A missing property is undefined; one that refuses to be read is missing.
function property(object, name) {
    try {
        return object[name];
    } catch (error) {
        return undefined;
    }
}

// Also of what scripts have put on a custom element, which is seen in the page's own
// world alone.
function anyProperty(element, name) {
    const value = property(element, name);
    const isCustom = value === undefined && localNameOf(element).indexOf("-") > 0;
    return isCustom ? propertyOfPage(element, name) : value;
}

// hook_fields.js answers.
function propertyOfPage(element, name) {
    const page = documentOf(element);
    const node = commentIn(page, "?" + name);
    fragmentIn(page).appendChild(node);
    sendTo(element, new root.MouseEvent("weir-field", {
        relatedTarget: node, composed: true
    }));
    const answer = node.data;
    return /^=./.test(answer) ? JSON.parse(answer.slice(1)) : undefined;
}
