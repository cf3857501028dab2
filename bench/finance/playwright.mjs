// A browser by Playwright, as its documentation shows it: a context and a page for
// each program, `fill`, `click`, `selectOption`. What page.mjs asks of a driver.
import {chromium} from 'playwright-core';

export async function launch(executablePath) {
    const browser = await chromium.launch({executablePath});
    let context, page;
    return {
        async begin(url) {
            await context?.close();
            context = await browser.newContext({viewport: {width: 1200, height: 1200}});
            page = await context.newPage();
            await page.goto(url);
        },
        fill: (selector, text) => page.fill(selector, text),
        click: (selector) => page.click(selector),
        select: (selector, value) => page.selectOption(selector, value),
        evaluate: (look, parts) => page.evaluate(look, parts),
        close: () => browser.close(),
    };
}
