/**
 * The time until the largest part of each page is visible, and until the page reacts to an input, in a project with
 * very many rows on the production build. Run by `npm run bench:pages`, because a figure in milliseconds is no test.
 */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { interactions, typedLists, type Interaction, type TypedList } from "./fixtures/hands";
import { slowness } from "./fixtures/machine";
import { manyPages, settle, startManyProduct, type ManyProduct } from "./fixtures/many-product";

/** The limits of the product, in milliseconds of a quiet machine. */
const MAX_LCP_MS = 1_500;
/** Of a page whose scripts the browser already has. */
const MAX_WARM_LCP_MS = 1_000;
/** Of a page of the documentation, at a first visit. */
const MAX_DOCS_LCP_MS = 800;
const MAX_INTERACTION_MS = 200;
const MAX_ROWS_MS = 100;
/**
 * What else runs on the machine only ever adds time, in bursts too: the best of at most this many is what the page
 * itself takes.
 */
const MAX_TRIES = 5;

/** Long pages of the documentation, with code and with tables, and the page of an operation. */
const DOCS_PAGES = {
  "docs start": "/docs",
  "docs quickstart": "/docs/quickstarts/openai",
  "docs settings": "/docs/operate/settings",
  "docs errors": "/docs/reference/errors",
  "docs operations": "/docs/api",
  "docs operation": "/docs/api/getAuthConfigs",
};

let many: ManyProduct;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  many = await startManyProduct(browser);
  // The first visit after a start loads the page's code into the server.
  const page = await visit(browser);
  for (const place of Object.values(manyPages)) await page.goto(many.product.url + place, { waitUntil: "load" });
  await page.context().close();
});
test.afterAll(() => many.product.stop());

/**
 * Measures each until it is under the limit, and gives those that never were. The work of a slow machine counts as the
 * shorter time of a quiet one.
 */
async function findSlow<T>(
  browser: Browser,
  measured: Record<string, T>,
  limit: number,
  measure: (target: T) => Promise<number>,
): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, target] of Object.entries(measured)) {
    const tries: string[] = [];
    for (let best = Infinity; tries.length < MAX_TRIES && best >= limit; ) {
      const ms = await measure(target);
      // asked only where it matters
      const factor = ms < limit ? 1 : await slowness(browser);
      best = Math.min(best, ms / factor);
      tries.push(
        `${Math.round(ms)} ms${factor > 1 ? ` on a machine ${factor.toFixed(1)} times as slow as a quiet one` : ""}`,
      );
      if (best >= limit && tries.length === MAX_TRIES) slow.push(`${name}: ${tries.join(", ")}`);
    }
    console.log(`${name.padEnd(28)}${tries.join(", ")}`);
  }
  return slow;
}

/** A browser that was never here: nothing is in its cache. */
async function visit(browser: Browser): Promise<Page> {
  return (await browser.newContext({ storageState: many.state, viewport: { width: 1440, height: 900 } })).newPage();
}

/** Milliseconds from the click on a link to the largest contentful paint, in the last of so many visits. */
async function lcpOf(browser: Browser, place: string, visits: number): Promise<number> {
  const page = await visit(browser);
  for (let count = 0; count < visits; count++) {
    await page.goto(many.product.url + place);
    await settle(page);
  }
  const visible = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await page.context().close();
  return visible;
}

test(`the largest part of each page stands within ${MAX_LCP_MS} ms of a first visit`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, manyPages, MAX_LCP_MS, (place) => lcpOf(browser, place, 1))).toEqual([]);
});

test(`the largest part of documentation stands within ${MAX_DOCS_LCP_MS} ms of a first visit`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, DOCS_PAGES, MAX_DOCS_LCP_MS, (place) => lcpOf(browser, place, 1))).toEqual([]);
});

test(`the largest part of each page stands within ${MAX_WARM_LCP_MS} ms of the next visit`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, manyPages, MAX_WARM_LCP_MS, (place) => lcpOf(browser, place, 2))).toEqual([]);
});

/**
 * The slowest answer to a key or a click, in milliseconds up to the next paint, as Event Timing measures it in steps of
 * 8.
 */
async function slowestOf(browser: Browser, { place, act }: Interaction): Promise<number> {
  const page = await visit(browser);
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(window, { answers: durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) durations.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(many.product.url + place);
  await settle(page);
  await act(page);
  await page.waitForTimeout(300); // entries come after the paint
  const { answers, keys } = await page.evaluate(() => ({
    answers: (window as unknown as { answers: number[] }).answers,
    keys: (performance.eventCounts.get("keydown") ?? 0) + (performance.eventCounts.get("pointerdown") ?? 0),
  }));
  expect(keys, "the browser counted the hand's events").toBeGreaterThan(0);
  await page.context().close();
  return Math.max(0, ...answers);
}

test(`every key and click is answered within ${MAX_INTERACTION_MS} ms`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, interactions, MAX_INTERACTION_MS, (target) => slowestOf(browser, target))).toEqual([]);
});

/** Milliseconds from the last key to the frame that shows the row. */
async function rowsAfter(browser: Browser, { place, open, field, words, row }: TypedList): Promise<number> {
  const page = await visit(browser);
  await page.goto(many.product.url + place);
  await settle(page);
  await open?.(page);
  await expect(field(page)).toBeVisible();
  await page.evaluate(({ selector, text }) => {
    let typed = 0;
    addEventListener("input", () => void (typed = performance.now()), true);
    const visible = new Promise<number>((resolve) => {
      const look = () => {
        const stands = [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text));
        if (typed && stands) requestAnimationFrame(() => resolve(performance.now() - typed));
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    Object.assign(window, { visible });
  }, row);
  await field(page).fill(words);
  const ms = await page.evaluate(() => (window as unknown as { visible: Promise<number> }).visible);
  await page.context().close();
  return ms;
}

test(`the rows stand within ${MAX_ROWS_MS} ms of the last key`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, typedLists, MAX_ROWS_MS, (target) => rowsAfter(browser, target))).toEqual([]);
});
