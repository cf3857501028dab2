// What the named streams of the page have come to; hook_streams.js answers.
function streams(names) {
    const node = commentIn(doc, encode(names));
    fragmentIn(doc).appendChild(node);
    sendTo(doc, new root.MouseEvent("weir-streams", { relatedTarget: node }));
    const told = parseText(node.data);
    const all = {};
    names.forEach(function (name) {
        const note = told[name];
        all[name] = note === undefined
            ? { value: null, count: 0, ended: false, error: null, came: [] } : note;
    });
    return all;
}

// The names as they were asked for are no object: nobody has answered.
function parseText(text) {
    const value = JSON.parse(text);
    return value instanceof Array ? {} : value;
}
