"use strict";
// node start.js BROWSER URL TIMES: milliseconds of one new context, page, load, click
// and close of Playwright.

const path = require("path");
const { createRequire } = require("module");
const { chromium } = createRequire(path.join(process.env.WEIR_PEERS, "x.js"))("playwright-core");

async function once(browser, url) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 1200 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.click("#up");
    if (await page.textContent("#count") !== "1") throw new Error("not clicked");
    await context.close();
}

async function main([, , executablePath, url, times]) {
    const browser = await chromium.launch({ executablePath });
    await once(browser, url);
    const begun = performance.now();
    for (let i = 0; i < Number(times); i++) await once(browser, url);
    console.log(Math.round((performance.now() - begun) / Number(times)));
    await browser.close();
}

main(process.argv);
