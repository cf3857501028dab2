// Fields that are filled in one after the other, each of which hangs on what the one before has led to.
export const init = {log: ''};
export const view = {log: '#log'};
export const project = ({log}) => ({log});

const says = (word, page, weight = 1) => ({weight, fake: (state) => void (state.log += `${word};`), page});
const fills = (words, ids, text = 'v') => ids.map((id) => words.fillAtOnce(`#${id}`, text));

export const commands = {
    Plain: says('a:v b:v c:v', (words) => [...fills(words, ['a', 'b', 'c']), words.click('#show')], 3),
    // What the focus has posted comes before the text, its timers after it.
    PostsFirst: says('posts:task text timer a:v', (words) => [...fills(words, ['posts', 'a']), words.click('#show')]),
    Posts: says('a:v posts:task text timer b:v', (words) => [...fills(words, ['a', 'posts', 'b']), words.click('#show')]),
    Chosen: says('a:v kind:two size:v', (words) =>
        [...fills(words, ['a']), words.select('#kind', 'two'), ...fills(words, ['size']), words.click('#show')]),
    Renewed: says('renews:v renews:w renews:x', (words) =>
        [...fills(words, ['renews'], 'v'), ...fills(words, ['renews'], 'w'), ...fills(words, ['renews'], 'x'), words.click('#show')]),
    Late: says('a:v late:v', (words) => [...fills(words, ['a', 'late']), words.click('#show')]),
    Fetched: says('asks:v answer:v b:v', (words) => [...fills(words, ['asks', 'answer', 'b']), words.click('#show')]),
    Emptied: says('a: b: c:v', (words) =>
        [...fills(words, ['a', 'b'], ''), ...fills(words, ['c']), words.click('#show')]),
    Keys: says('a:k b:v c:k', (words) =>
        [words.fill('#a', 'k'), ...fills(words, ['b']), words.fill('#c', 'k'), words.click('#show')]),
    // What the page asks is declined by weir.
    AsksOnFocus: says('a:v onfocus:no b:v', (words) => [...fills(words, ['a', 'onfocus', 'b']), words.click('#show')]),
    AsksOnInput: says('oninput:no a:v', (words) => [...fills(words, ['oninput', 'a']), words.click('#show')]),
    // A choice that sends a form off, in the middle.
    Sent: says('sent b:v', (words) => [...fills(words, ['a']), words.select('#send', 'two'), ...fills(words, ['b']), words.click('#show')]),
    Away: says('away b:v', (words) => [...fills(words, ['away', 'b']), words.click('#show')]),
    Ends: says('a:v b:v', (words) => fills(words, ['a', 'b', 'ends'])),
    Set: says('day:2024-02-29 a:v', (words) => [words.set('#day', '2024-02-29'), words.clear('#c'), ...fills(words, ['a']), words.click('#show')]),
};
