// What the named streams of the page have come to; hook_streams.js answers. Of each,
// [name, fields], only what is asked for is told; without fields all of it.
function streams(wanted) {
    const names = wanted.map(function (part) { return part[0]; });
    const node = commentIn(doc, encode(names));
    fragmentIn(doc).appendChild(node);
    sendTo(doc, new root.MouseEvent("weir-streams", { relatedTarget: node }));
    const told = parseText(node.data);
    const all = {};
    wanted.forEach(function (part) {
        const note = told[part[0]];
        all[part[0]] = someOf(note === undefined
            ? { value: null, count: 0, ended: false, error: null, came: [] } : note, part[1]);
    });
    return all;
}

function someOf(note, fields) {
    const some = {};
    fields.forEach(function (field) {
        some[field] = note[field] === undefined ? null : note[field];
    });
    return fields.length === 0 ? note : some;
}

// The names as they were asked for are no object: nobody has answered.
function parseText(text) {
    const value = JSON.parse(text);
    return value instanceof Array ? {} : value;
}
