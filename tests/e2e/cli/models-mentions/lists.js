// Answers have identifiers inside texts and as names of fields.
export const init = {};
export const commands = {
    Add: {
        creates: ['list'],
        fake: (s, _, [id]) => {
            s[id] = 0;
            return {link: `/lists/${id}`};
        },
    },
    Count: {
        args: (s, pick) => [pick.ref('list')],
        when: (s, [id]) => id in s,
        fake: (s, [id]) => ++s[id],
    },
    Drop: {
        args: (s, pick) => [pick.ref('list')],
        fake(s, [id]) {
            if (!(id in s)) return {error: `no list ${id}`};
            delete s[id];
            return `dropped ${id}`;
        },
    },
    All: {fake: (s) => ({...s})},
};
