// What is filled in stands in the place of what was there.
export const init = {name: 'as it was', amount: '7', note: 'two lines', heard: ''};
export const view = {name: '#name', amount: '#amount', note: '#note', heard: '#heard'};
export const project = (fields) => fields;
const fill = (draw) => ({
    args: (fields, pick) => draw(pick),
    fake(fields, [id, text]) {
        if (text !== '' || fields[id] !== '') fields.heard = `${id} true: ${text}`;
        fields[id] = text;
    },
    page: (words, [id, text]) => words.fill(`#${id}`, text),
});
export const commands = {
    FillText: fill((pick) => [pick.oneOf(['name', 'note']), pick.text({max: 4, alphabet: 'aB é'})]),
    FillNumber: fill((pick) => ['amount', pick.oneOf(['', '0', '12', '345'])]),
};
