"use strict";
// The other drivers behind one face: open, click, hover, type, press, read,
// close. Each does it the way its own documentation shows first; a selector
// means its first element, and a state is read in one batch.

const path = require("path");
const { createRequire } = require("module");

const SIDE = 1200;
const FLAGS = ["--no-sandbox", `--window-size=${SIDE},${SIDE}`];

/** A package of the build folder; nothing is installed in the repository. */
function load(name) {
    return createRequire(path.join(process.env.WEIR_PEERS, "x.js"))(name);
}

/** The reader, for drivers that want a function. */
function functionOf(source) {
    return (0, eval)(source);
}

async function playwright(program) {
    const { chromium } = load("playwright-core");
    const browser = await chromium.launch({ executablePath: program });
    const page = await browser.newPage({
        viewport: { width: SIDE, height: SIDE }
    });
    const at = selector => page.locator(selector).first();
    let reader;
    return {
        open: url => page.goto(url),
        click: selector => at(selector).click(),
        hover: selector => at(selector).hover(),
        type: (selector, text) => at(selector).pressSequentially(text),
        press: key => page.keyboard.press(key),
        setReader(source) { reader = functionOf(source); },
        read: () => page.evaluate(reader),
        close: () => browser.close()
    };
}

async function puppeteer(program) {
    const library = load("puppeteer-core");
    const browser = await library.launch({
        executablePath: program,
        headless: "shell",
        args: FLAGS,
        defaultViewport: { width: SIDE, height: SIDE }
    });
    const page = await browser.newPage();
    let reader;
    return {
        open: url => page.goto(url),
        click: selector => page.click(selector),
        hover: selector => page.hover(selector),
        type: (selector, text) => page.type(selector, text),
        press: key => page.keyboard.press(key),
        setReader(source) { reader = functionOf(source); },
        read: () => page.evaluate(reader),
        close: () => browser.close()
    };
}

async function selenium(program) {
    const { Builder, By, Key } = load("selenium-webdriver");
    const chrome = load("selenium-webdriver/chrome");
    const options = new chrome.Options();
    options.setChromeBinaryPath(program);
    options.addArguments("--headless", ...FLAGS);
    const driver = await new Builder()
        .forBrowser("chrome")
        .setChromeOptions(options)
        .setChromeService(new chrome.ServiceBuilder(process.env.CHROMEDRIVER))
        .build();
    const at = selector => driver.findElement(By.css(selector));
    let script;
    return {
        open: url => driver.get(url),
        click: async selector => (await at(selector)).click(),
        hover: async selector => {
            const element = await at(selector);
            await driver.actions().move({ origin: element }).perform();
        },
        type: async (selector, text) => (await at(selector)).sendKeys(text),
        press: async key =>
            (await driver.switchTo().activeElement()).sendKeys(
                Key[key.toUpperCase()]
            ),
        setReader(source) { script = `return ${source}()`; },
        read: () => driver.executeScript(script),
        close: () => driver.quit()
    };
}

module.exports = { playwright, puppeteer, selenium };
