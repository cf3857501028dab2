// node start_bare.mjs BROWSER URL TIMES: milliseconds of one test of a bare client: a
// context and page (opened during the test before), load, click, and what it shows.
import {launch} from '../bare/client.mjs';

const [executablePath, url, times] = process.argv.slice(2);
const browser = await launch(executablePath);
async function once() {
    await browser.begin(url);
    await browser.click('#up');
    const shown = await browser.evaluate((selector) => document.querySelector(selector).textContent, '#count');
    if (shown !== '1') throw new Error('not clicked');
}
await once();
const begun = performance.now();
for (let i = 0; i < Number(times); i++) await once();
console.log(Math.round((performance.now() - begun) / Number(times)));
await browser.close();
