// The budget's page for fast-check's commands. A driver (playwright.mjs, ../bare/client.mjs) has
// a browser; what the page shows is polled until it is what the model says. The words
// of the model's `page` and `view` mean here what they mean to weir.
import {isDeepStrictEqual} from 'node:util';

const PATIENCE_MS = 3000;

// ---- what is done ------------------------------------------------------------

const words = {
    fillAtOnce: (selector, text) => (browser) => browser.fill(selector, text),
    click: (selector) => (browser) => browser.click(selector),
    select: (selector, value) => (browser) => browser.select(selector, value),
};

// ---- what is shown -----------------------------------------------------------

const describe = {all: (selector, part) => ({all: selector, part})};

// In the page: a part of the view. Of what is hidden nothing is read.
function read(parts) {
    const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
    const isShown = (element) => element !== null && element.getClientRects().length > 0;
    const one = (around, part) => {
        if (typeof part !== 'string') {
            return 'all' in part
                ? [...around.querySelectorAll(part.all)].filter(isShown).map((element) => one(element, part.part))
                : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, one(around, inner)]));
        }
        const attribute = /^@\[(.*)\]$/.exec(part);
        if (attribute) return around.getAttribute(attribute[1]);
        const element = around.querySelector(part);
        return isShown(element) ? oneLine(element.innerText) : null;
    };
    return one(document, parts);
}

// Numbers as they are written; white space does not count. The row's identifier is
// a symbol to the model alone.
const plain = (value) =>
    (Array.isArray(value) ? value.map(plain)
    : value === null ? null
    : typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'id').map(([name, part]) => [name, plain(part)]))
    : String(value).replace(/\s+/g, ' ').trim());

// ---- the page ----------------------------------------------------------------

export function openPage(browser, url, {commands, view, project}) {
    const parts = view(describe);
    return {
        begin: () => browser.begin(url),
        async act(name, args, state) {
            const actions = commands[name].page(words, args, state);
            for (const action of [actions].flat()) await action(browser);
        },
        async await(state) {
            const expected = plain(project(state)), until = performance.now() + PATIENCE_MS;
            let got;
            do {
                got = plain(await browser.evaluate(read, parts));
                if (isDeepStrictEqual(got, expected)) return;
            } while (performance.now() < until);
            throw new Error(`the page shows ${JSON.stringify(got)}, and the model says ${JSON.stringify(expected)}`);
        },
        close: () => browser.close(),
    };
}
