// Notes that are added, pinned and removed; a page of them beside it.
export const init = {notes: []};

export const view = ({all}) => ({
    notes: all('#notes li', {text: 'span', pinned: '.pin@checked'}),
    count: '#count',
    box: '#new@value',
});
export const project = ({notes}) => ({
    notes,
    count: notes.length === 0 ? '' : `${notes.length} notes`,
    box: '',
});

const place = ({notes}, pick) => pick.existing(notes.keys());
const isThere = ({notes}, [at]) => at < notes.length;

export const commands = {
    Add: {
        args: (state, pick) => [pick.text({max: 3, alphabet: 'ab '})],
        fake({notes}, [text]) {
            if (text.trim() !== '') notes.push({text, pinned: false});
        },
        page: ({type, click}, [text]) => [type('#new', text), click('#add')],
    },
    Pin: {
        args: (state, pick) => [place(state, pick)],
        when: isThere,
        fake({notes}, [at]) {
            notes[at].pinned = !notes[at].pinned;
        },
        page: ({click, nth}, [at]) => click(nth('#notes .pin', at)),
    },
    Remove: {
        args: (state, pick) => [place(state, pick)],
        when: isThere,
        fake({notes}, [at]) {
            notes.splice(at, 1);
        },
        page: ({click, nth, within, named}, [at]) => click(within(nth('#notes li', at), named('button', 'x'))),
    },
};
