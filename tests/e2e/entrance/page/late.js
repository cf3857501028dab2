// Fields that are there, and not yet for a person.
export const init = {said: ''};
export const view = {said: '#said'};
export const project = (state) => state;
const said = (page) => ({
    fake: (state) => void (state.said = 'a large 2024-02-29'),
    page: (words) => [words.click('#open'), ...page(words), words.click('#ok')],
});
const fill = ({fill}) => fill('#name', 'a');
const atOnce = ({fillAtOnce}) => fillAtOnce('#name', 'a');
const type = ({type}) => type('#name', 'a');
const size = ({select}) => select('#size', 'large');
const day = ({set}) => set('#day', '2024-02-29');
export const commands = {
    Fill: said((words) => [fill(words), size(words), day(words)]),
    Size: said((words) => [size(words), day(words), atOnce(words)]),
    Day: said((words) => [day(words), type(words), size(words)]),
};
