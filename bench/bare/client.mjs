// A browser by the least that a client of the DevTools protocol can do who types and
// presses as a person does: a bound for others. It finds an element and what it needs of
// it in one question, sends the input, and goes on. It waits for nothing else, guards
// nothing, keeps no clock and no trace. The pages of the next AHEAD tests are opened
// during the ones before. For bench/finance (what page.mjs asks of a driver) and bench/shrink/start.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

// ---- messages ------------------------------------------------------------------

// The pipe of `--remote-debugging-pipe`: each message is JSON and ends with a zero byte.
function connect(input, output) {
    const waiting = new Map(), listeners = new Set();
    let last = 0, rest = '';
    output.setEncoding('utf8');
    output.on('data', (text) => {
        const messages = (rest + text).split('\0');
        rest = messages.pop();
        for (const message of messages.map((one) => JSON.parse(one))) {
            if (message.id === undefined) {
                for (const listener of listeners) listener(message);
                continue;
            }
            const {resolve, reject} = waiting.get(message.id);
            waiting.delete(message.id);
            if (message.error) reject(new Error(message.error.message));
            else resolve(message.result);
        }
    });
    return {
        send(method, params = {}, sessionId = undefined) {
            input.write(`${JSON.stringify({id: ++last, method, params, sessionId})}\0`);
            return new Promise((resolve, reject) => waiting.set(last, {resolve, reject}));
        },
        // Resolves with the first event of the session under that name.
        event(sessionId, method) {
            return new Promise((resolve) => {
                const listener = (message) => {
                    if (message.sessionId !== sessionId || message.method !== method) return;
                    listeners.delete(listener);
                    resolve(message.params);
                };
                listeners.add(listener);
            });
        },
    };
}

// ---- in the page ---------------------------------------------------------------

function begin(selector) {
    const element = document.querySelector(selector);
    element.focus();
    element.select();
}
function choose([selector, value]) {
    const element = document.querySelector(selector);
    element.value = value;
    element.dispatchEvent(new Event('input', {bubbles: true}));
    element.dispatchEvent(new Event('change', {bubbles: true}));
}
function middle(selector) {
    const element = document.querySelector(selector);
    element.scrollIntoViewIfNeeded();
    const {x, y, width, height} = element.getBoundingClientRect();
    return {x: x + width / 2, y: y + height / 2};
}

// ---- the browser ---------------------------------------------------------------

const AHEAD = 2;

async function openPage(connection) {
    const {browserContextId} = await connection.send('Target.createBrowserContext');
    const {targetId} = await connection.send('Target.createTarget',
        {url: 'about:blank', browserContextId, width: 1200, height: 1200});
    const {sessionId} = await connection.send('Target.attachToTarget', {targetId, flatten: true});
    await connection.send('Page.enable', {}, sessionId);
    return {browserContextId, sessionId};
}

export async function launch(executablePath) {
    const profile = await mkdtemp(join(tmpdir(), 'bare-'));
    const browser = spawn(executablePath,
        ['--remote-debugging-pipe', `--user-data-dir=${profile}`, '--no-first-run', '--no-sandbox'],
        {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    const connection = connect(browser.stdio[3], browser.stdio[4]);
    const ahead = Array.from({length: AHEAD}, () => openPage(connection));
    let page;
    const ask = (method, params) => connection.send(method, params, page.sessionId);
    const evaluate = async (look, argument) => {
        const {result, exceptionDetails} = await ask('Runtime.evaluate',
            {expression: `(${look})(${JSON.stringify(argument)})`, returnByValue: true});
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    };
    const key = (type) => ask('Input.dispatchKeyEvent', {type, key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46});
    return {
        async begin(url) {
            const old = page;
            page = await ahead.shift();
            const loaded = connection.event(page.sessionId, 'Page.loadEventFired');
            await ask('Page.navigate', {url});
            await loaded;
            if (old) connection.send('Target.disposeBrowserContext', {browserContextId: old.browserContextId});
            ahead.push(openPage(connection));
        },
        async fill(selector, text) {
            await evaluate(begin, selector);
            if (text === '') await Promise.all([key('keyDown'), key('keyUp')]);
            else await ask('Input.insertText', {text});
        },
        async click(selector) {
            const place = {...await evaluate(middle, selector), button: 'left', clickCount: 1};
            await Promise.all(['mousePressed', 'mouseReleased'].map((type) =>
                ask('Input.dispatchMouseEvent', {type, ...place})));
        },
        select: (selector, value) => evaluate(choose, [selector, value]),
        evaluate,
        async close() {
            await Promise.all(ahead);
            const ended = once(browser, 'exit');
            connection.send('Browser.close').catch(() => {});
            await ended;
            await rm(profile, {recursive: true, force: true});
        },
    };
}
