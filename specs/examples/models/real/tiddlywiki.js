// TiddlyWiki, notes in one page with a server: its page and its API from one model.
//
//   tiddlywiki wiki --init server; mkdir wiki/tiddlers
//   printf 'title: $:/config/TextEditor/EnableToolbar\n\nno\n' > wiki/tiddlers/toolbar.tid
//   weir check tiddlywiki.js http://127.0.0.1:8080 --entrance page \
//       --start 'tiddlywiki wiki --listen port=8080' --ready http://127.0.0.1:8080/status \
//       --reset 'sh empty'
//
// and the same with `--entrance api`. (With its toolbar the editor is in a frame, where what a model
// does does not reach.) `empty` deletes all notes:
//
//   curl -s http://127.0.0.1:8080/recipes/default/tiddlers.json | jq -r '.[].title | @uri' |
//       while read -r title; do
//           curl -s -X DELETE -H 'X-Requested-With: TiddlyWiki' http://127.0.0.1:8080/bags/default/tiddlers/$title
//       done

// ---- what is drawn -----------------------------------------------------------

const TITLES = ['a', 'b', 'Two words', 'x & y', 'é'];
const TEXTS = ['', 'one', 'two lines', "''bold''", '5 < 6', '{{a}}'];
const aTitle = (pick) => pick.oneOf(TITLES);
const aText = (pick) => pick.oneOf(TEXTS);
const oneOf = ({notes}, pick) => pick.existing(notes.map(({title}) => title));

// ---- the notes ---------------------------------------------------------------

// `story`: what lies open in the page, the last one that was opened first.
export const init = {notes: [], story: ['GettingStarted']};

const find = (s, title) => s.notes.find((one) => one.title === title);
const isOpen = (s, title) => s.story.includes(title);
const put = (s, title, text) => {
    const old = find(s, title);
    if (old) old.text = text;
    else s.notes.push({title, text});
};
const drop = (s, title) => {
    s.notes = s.notes.filter((one) => one.title !== title);
    s.story = s.story.filter((one) => one !== title);
};

// ---- what is shown -----------------------------------------------------------

// The page goes on talking to its server; what it shows it knows by itself.
export const settle = 'now', patience = 3000;

export const view = ({all}) => ({
    story: all('.tc-story-river .tc-tiddler-frame', {title: 'h2', text: '.tc-tiddler-body'}),
});

// Texts are marked up: '' is bold, and {{a}} has the text of the note a.
const RECURSES = 'Recursive transclusion error in transclude widget';
const shown = (s, text) => text
    .replace(/''/g, '')
    .replace('{{a}}', () => {
        const a = find(s, 'a');
        return a === undefined ? '' : a.text === '{{a}}' ? RECURSES : shown(s, a.text);
    });
export const project = (s) => ({
    story: s.story.map((title) => ({
        title, text: title === 'GettingStarted' ? undefined : shown(s, find(s, title).text),
    })),
});

// ---- what a person does, and what a program asks -----------------------------

const frame = (title) => `.tc-tiddler-frame[data-tiddler-title="${title}"]`;
const DRAFT = '.tc-tiddler-edit-frame';
const SAVE = `${DRAFT} button[aria-label="Confirm changes to this tiddler"]`;
const DROP = `${DRAFT} button[aria-label="Delete this tiddler"]`;

// What changes something has to say who asks.
export const real = {headers: {'X-Requested-With': 'TiddlyWiki'}};
const at = (title) => `/recipes/default/tiddlers/${encodeURIComponent(title)}`;

export const commands = {
    Create: {
        args: (s, pick) => [aTitle(pick), aText(pick)],
        when: (s, [title]) => !find(s, title),
        weight: 3,
        real: {
            method: 'PUT', path: ({args: [title]}) => at(title),
            body: ({args: [title, text]}) => ({title, text}), answer: ({status}) => status,
        },
        page: ({click, fill}, [title, text]) => [
            click('button[aria-label="new tiddler"]'), fill(`${DRAFT} input.tc-titlebar`, title),
            fill(`${DRAFT} textarea`, text), click(SAVE),
        ],
        fake(s, [title, text]) {
            put(s, title, text);
            s.story.unshift(title);
            return 204;
        },
    },
    Edit: {
        args: (s, pick) => [oneOf(s, pick), aText(pick)],
        when: (s, [title]) => isOpen(s, title),
        weight: 3,
        real: {
            method: 'PUT', path: ({args: [title]}) => at(title),
            body: ({args: [title, text]}) => ({title, text}), answer: ({status}) => status,
        },
        page: ({click, fill}, [title, text]) => [
            click(`${frame(title)} button[aria-label="Edit this tiddler"]`),
            fill(`${DRAFT} textarea`, text), click(SAVE),
        ],
        fake(s, [title, text]) {
            put(s, title, text);
            return 204;
        },
    },
    Remove: {
        weight: 3,
        args: (s, pick) => [oneOf(s, pick), pick.boolean()],
        when: (s, [title]) => isOpen(s, title),
        page: ({click, accept, dismiss}, [title, isSure]) => [
            click(`${frame(title)} button[aria-label="Edit this tiddler"]`), click(DROP),
            ...isSure ? [accept()] : [dismiss(), click(SAVE)],
        ],
        fake(s, [title, isSure]) {
            if (isSure) drop(s, title);
        },
    },
    Close: {
        args: (s, pick) => [pick.existing(s.story)],
        when: (s, [title]) => isOpen(s, title),
        page: ({click}, [title]) => click(`${frame(title)} button[aria-label="close"]`),
        fake(s, [title]) {
            s.story = s.story.filter((one) => one !== title);
        },
    },
    // What has changed goes to the server a second later.
    Reload: {
        page: ({wait, reload}) => [wait(2500), reload()],
        fake(s) {
            s.story = ['GettingStarted'];
        },
    },
    Delete: {
        args: (s, pick) => [aTitle(pick)],
        real: {
            method: 'DELETE', path: ({args: [title]}) => `/bags/default/tiddlers/${encodeURIComponent(title)}`,
            body: null, answer: ({status}) => status,
        },
        fake(s, [title]) {
            drop(s, title);
            return 204;
        },
    },
    Read: {
        args: (s, pick) => [aTitle(pick)],
        weight: 2,
        real: {
            method: 'GET', path: ({args: [title]}) => at(title), answer: '${body.text}', error: '${status}',
        },
        fake: (s, [title]) => find(s, title)?.text ?? 404,
    },
    List: {
        real: {
            method: 'GET', path: '/recipes/default/tiddlers.json',
            answer: ({body}) => body.map(({title}) => title),
        },
        fake: (s) => s.notes.map(({title}) => title).sort((a, b) => a.localeCompare(b, 'en')),
    },
};
