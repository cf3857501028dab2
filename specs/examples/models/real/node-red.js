// Node-RED's admin API: flows, and revisions that guard what others have saved.
//
//   weir check node-red.js http://127.0.0.1:1880 --start 'node-red --userDir flows' --ready http://127.0.0.1:1880/flows
//
// Rules: Node-RED's documents, "Admin API".
export const real = {
    headers: {'Node-RED-API-Version': 'v2'},
    reset: {path: '/flows', body: {flows: []}},
};

// A flow whose label is empty has none where it is asked for alone, and has it in
// the list of all.
const FORGETS_EMPTY = true;
// A flow that is written anew comes last, and with it its tab in the editor.
const MOVES_RENAMED = true;

const LABELS = ['one', 'two', 'é', ''];

// `revisions`: what was saved when each of them was given.
export const init = () => ({flows: [], revisions: []});

// A revision is made of what is saved, so that equal flows have equal ones.
const content = ({flows}) => JSON.stringify(flows.map(({id, label}) => [id, label]));
const labels = (pick) => pick.list(() => pick.oneOf(LABELS), {max: 3});
const tabs = (labels) => labels.map((label, at) => ({id: `f${at}`, type: 'tab', label}));
const find = (s, id) => s.flows.find((flow) => flow.id === id);
const NOT_FOUND = {error: 'not_found'}, CONFLICT = {error: 'version_mismatch'};
const error = {error: '${body.code}'};

function save(s, names, revision) {
    s.flows = tabs(names).map(({id, label}) => ({id, label}));
    const known = s.revisions.find((one) => one.content === content(s));
    if (known !== undefined) return known.revision;
    s.revisions.push({revision, content: content(s)});
    return revision;
}

export const commands = {
    Save: {
        args: (s, pick) => [labels(pick)],
        creates: ['revision'],
        weight: 2,
        real: {path: '/flows', body: {flows: ({args: [names]}) => tabs(names)}, answer: '${body.rev}', error},
        fake: (s, [names], [revision]) => save(s, names, revision),
    },
    // Only where nobody has changed anything since that revision.
    SaveUnlessChanged: {
        args: (s, pick) => [labels(pick), pick.ref('revision')],
        creates: ['revision'],
        weight: 4,
        real: {
            path: '/flows', body: {flows: ({args: [names]}) => tabs(names), rev: '${args[1]}'},
            answer: '${body.rev}', error,
        },
        fake(s, [names, since], [revision]) {
            const known = s.revisions.find((one) => one.revision === since);
            return known.content === content(s) ? save(s, names, revision) : CONFLICT;
        },
    },
    Flows: {
        real: {method: 'GET', path: '/flows', answer: ({body}) => body.flows.map(({id, label}) => ({id, label})), error},
        fake: ({flows}) => flows,
    },
    Add: {
        args: (s, pick) => [pick.oneOf(LABELS)],
        creates: ['flow'],
        weight: 2,
        real: {path: '/flow', body: {label: '${args[0]}', nodes: []}, answer: '${body.id}', error},
        fake(s, [label], [id]) {
            s.flows.push({id, label});
            return id;
        },
    },
    Rename: {
        args: (s, pick) => [pick.ref('flow'), pick.oneOf(LABELS)],
        real: {method: 'PUT', path: '/flow/${args[0]}', body: {label: '${args[1]}', nodes: []}, answer: '${body.id}', error},
        fake(s, [id, label]) {
            const flow = find(s, id);
            if (flow === undefined) return NOT_FOUND;
            flow.label = label;
            if (MOVES_RENAMED) s.flows = [...s.flows.filter((one) => one !== flow), flow];
            return id;
        },
    },
    Read: {
        args: (s, pick) => [pick.ref('flow')],
        real: {method: 'GET', path: '/flow/${args[0]}', answer: {id: '${body.id}', label: '${body.label}'}, error},
        fake(s, [id]) {
            const flow = find(s, id);
            if (flow === undefined) return NOT_FOUND;
            return flow.label === '' && FORGETS_EMPTY ? {id, label: null} : flow;
        },
    },
    Delete: {
        args: (s, pick) => [pick.ref('flow')],
        real: {method: 'DELETE', path: '/flow/${args[0]}', body: null, answer: 'gone', error},
        fake(s, [id]) {
            if (find(s, id) === undefined) return NOT_FOUND;
            s.flows = s.flows.filter((flow) => flow.id !== id);
            return 'gone';
        },
    },
};
