// A first model: a list of notes, as a fake. weir makes up programs of its
// commands, runs them on the fake and on the real system, and compares the
// answers. `docs/MODELS.md` of weir has every part of a model.
//
//   weir check THIS-FILE                                  the fake alone
//   weir check THIS-FILE --command 'python3 notes.py'     a program: JSON lines
//   weir check THIS-FILE http://localhost:8080            an HTTP JSON API

// The first state. It is plain data: lists, objects, texts, numbers.
export const init = () => ({notes: []});

const MOST = 5;
const find = (state, id) => state.notes.find((note) => note.id === id);

export const commands = {
    // Adds a note and answers with its identifier. The real system has
    // identifiers of its own: `creates` says that each call makes one, and
    // `fresh` is what stands for it here.
    Add: {
        args: (state, pick) => [pick.text({min: 0, max: 5})],
        creates: ['note'],
        weight: 2, // drawn twice as often as the others
        fake(state, [text], [id]) {
            if (state.notes.length >= MOST) return {error: 'there is no room'};
            state.notes.push({id, text});
            return id;
        },
        // Over HTTP: POST /notes with {"text": ...}; the answer is in `id`.
        real: {
            method: 'POST',
            path: '/notes',
            body: {text: '${args[0]}'},
            answer: '${body.id}',
        },
    },

    // `pick.ref` draws one of the notes that were made before; `when` is the
    // precondition: only a note that is still there is read.
    Read: {
        args: (state, pick) => [pick.ref('note')],
        when: (state, [id]) => find(state, id) !== undefined,
        fake: (state, [id]) => find(state, id).text,
        real: {method: 'GET', path: '/notes/${args[0]}', answer: '${body.text}'},
    },

    Remove: {
        args: (state, pick) => [pick.ref('note')],
        when: (state, [id]) => find(state, id) !== undefined,
        fake(state, [id]) {
            state.notes = state.notes.filter((note) => note.id !== id);
            return null;
        },
        real: {method: 'DELETE', path: '/notes/${args[0]}', answer: null},
    },

    Count: {
        fake: (state) => state.notes.length,
        real: {method: 'GET', path: '/notes', answer: '${body.count}'},
    },
};

// How the system begins anew before each program, over HTTP.
export const real = {reset: {method: 'DELETE', path: '/notes'}};

// What holds in every state of the fake.
export const invariants = {
    'at most five notes': (state) => state.notes.length <= MOST,
};

// What is counted, and how often it is to happen: a warning says where it does
// not.
export const label = (before, command, args, answer) =>
    answer !== null && answer.error ? `${command} refused` : [];
export const cover = {'Add refused': 5};
