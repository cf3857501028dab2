// What is filled in at once stands in the place of what was there, and no key is heard.
export const init = {
    name: 'as it was', amount: '7', short: 'abc', note: 'two lines', rich: 'so', anew: 'old', upper: 'Q',
    heard: '', keys: 0,
};
export const view = {
    name: '#name', amount: '#amount', short: '#short', note: '#note', rich: '#rich', anew: '#anew', upper: '#upper',
    heard: '#heard', keys: '#keys',
};
export const project = (fields) => fields;
const fill = (draw, kept = (text) => text) => ({
    args: (fields, pick) => draw(pick),
    fake(fields, [id, text]) {
        const before = fields[id];
        fields[id] = kept(text);
        if (id !== 'upper' && (text !== '' || before !== ''))
            fields.heard = text === ''
                ? `${id} true deleteContentForward deleteContentForward true` : `${id} true insertText insertText true`;
    },
    page: (words, [id, text]) => words.fillAtOnce(`#${id}`, text),
});
const aText = (pick) => pick.text({max: 5, alphabet: 'aBé😀'});
export const commands = {
    FillText: fill((pick) => [pick.oneOf(['name', 'note', 'rich', 'anew']), aText(pick)]),
    FillNumber: fill((pick) => ['amount', pick.oneOf(['', '0', '12', '345'])]),
    FillShort: fill((pick) => ['short', pick.text({max: 5, alphabet: 'xyz'})], (text) => text.slice(0, 3)),
    FillUpper: fill((pick) => ['upper', pick.text({max: 3, alphabet: 'ab'})], (text) => text.toUpperCase()),
};
