// Looks at pages in Chromium and prints what is wrong with them; exit code 1 if anything is.
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const pictures = process.env.PICTURES;
const views = [390, 1600].flatMap((width) => ["light", "dark"].map((scheme) => ({ width, scheme })));
let faults = 0;
let looks = 0;

// Everything that a pointer can use, or that scrolls, has to be in reach of the Tab key. Rows of a table are
// alike: of each the first few stand for all.
async function keyboard(page) {
  await page.evaluate(shorten);
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, summary, .scroll, pre.command")];
    const there = all.filter((one) => one.checkVisibility());
    there.forEach((one, i) => { one.dataset.reach = i; });
    return there.length;
  });
  const reached = new Set();
  for (let i = 0; i < wanted + 5 && reached.size < wanted; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => document.activeElement?.dataset?.reach);
    if (at !== undefined) reached.add(at);
  }
  return reached.size < wanted ? [`the keyboard reaches ${reached.size} of ${wanted} controls`] : [];
}

function shorten() {
  for (const body of document.querySelectorAll("tbody")) [...body.rows].slice(4).forEach((row) => row.remove());
}

async function sorting(page) {
  return page.evaluate(() => {
    const button = document.querySelector("table.sortable th button");
    if (!button) return document.querySelector("table.sortable") ? ["tables do not sort"] : [];
    button.click();
    const rows = [...button.closest("table").tBodies[0].rows]
      .filter((row) => !row.classList.contains("dataset")).map((row) => row.cells[0].textContent);
    const sorted = [...rows].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    return rows.join() === sorted.join() ? [] : [`sorting gives ${rows.join()}`];
  });
}

async function look(browser, file, { width, scheme }) {
  const found = [];
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const url = pathToFileURL(resolve(file)).href;
  page.on("console", (message) => found.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("request", (request) => { if (request.url() !== url) found.push(`request: ${request.url()}`); });
  await page.goto(url);
  if (pictures) {
    const name = `${basename(dirname(resolve(file)))}-${basename(file, ".html")}-${width}-${scheme}.png`;
    await page.screenshot({ path: join(pictures, name), fullPage: true });
  }
  found.push(...await sorting(page));
  // Whatever is folded is looked at, too.
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  const sizes = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if (sizes[0] > sizes[1]) found.push(`the page is ${sizes[0]} pixels wide and scrolls`);
  found.push(...(width === 390 && scheme === "light" ? await keyboard(page) : []));
  await page.close();
  return found;
}

// The page's own policy lets no other script in, so axe-core looks at it in a context without policy.
async function accessibility(browser, file, { width, scheme }) {
  const context = await browser.newContext({
    bypassCSP: true, viewport: { width, height: 900 }, colorScheme: scheme,
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  await page.evaluate(shorten);
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  await context.close();
  return violations.map(({ id, help, nodes }) =>
    `axe: ${id}: ${help}; ${nodes.length} times, first ${nodes[0].html.slice(0, 200)}`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
for (const file of process.argv.slice(2)) {
  for (const view of views) {
    const found = [...await look(browser, file, view), ...await accessibility(browser, file, view)];
    looks += 1;
    faults += found.length;
    for (const fault of found) console.error(`${file}, ${view.width} px, ${view.scheme}: ${fault}`);
  }
}
await browser.close();
console.error(`check-report: ${looks} looks at ${process.argv.length - 2} pages, ${faults} faults`);
process.exit(faults > 0 || looks === 0 ? 1 : 0);
