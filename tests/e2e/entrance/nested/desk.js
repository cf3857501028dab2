// Notes on a desk that is a web component; each note is one, too. Their number stands in a frame.
export const init = {notes: []};
export const view = ({all}) => ({
    notes: all('note-desk >>> note-item', {text: '>>> .text'}),
    sum: 'iframe >>> #sum',
});
export const project = ({notes}) => ({notes: notes.map((text) => ({text})), sum: notes.length});
const some = {when: ({notes}, [at]) => at < notes.length, args: ({notes}, pick) => [pick.existing(notes.keys())]};
export const commands = {
    Add: {
        args: (state, pick) => [pick.text({min: 1, max: 2, alphabet: 'abc'})],
        fake: ({notes}, [text]) => void notes.push(text),
        page: ({fill, click}, [text]) => [fill('note-desk >>> #new', text), click('note-desk >>> #add')],
    },
    Remove: {
        ...some,
        fake: ({notes}, [at]) => void notes.splice(at, 1),
        page: ({click, nth, within}, [at]) => click(within(nth('note-desk >>> note-item', at), '>>> .remove')),
    },
    RemoveBy: {
        ...some,
        fake: ({notes}, [at]) => void notes.splice(at, 1),
        page: ({click, nth}, [at]) => click(nth('note-desk >>> note-item >>> .remove', at)),
    },
    Clear: {
        fake: (state) => void (state.notes = []),
        page: ({click, within}) => click(within('body', 'iframe >>> #clear')),
    },
};
