/** A project with very many rows on the production build: no page breaks; and how long the largest part of each page takes to stand, and how long an answer to a hand. */
import path from "node:path";
import { expect, test, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { apiOf, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { interactions, type Interaction } from "./fixtures/hands";
import { slowness } from "./fixtures/machine";
import { insertMany } from "./fixtures/many-rows";
import { startProduct, type Product } from "./harness/product";
import { provision } from "./harness/provision";
import { inRoot } from "../scripts/paths.mjs";

const PROJECT = "default";
/** The limits of the product, in milliseconds of a quiet machine. */
const MAX_LCP_MS = 1_500;
const MAX_INTERACTION_MS = 200;
/** What else runs on the machine only ever adds time, in bursts too: the best of at most this many is what the page itself takes. */
const MAX_TRIES = 5;

const pages: Record<string, string> = {
  home: "/",
  toolkits: "/toolkits",
  toolkit: "/toolkits/github",
  authentication: "/toolkits/github?tab=authentication",
  tool: "/tools/GITHUB_CREATE_AN_ISSUE",
  playground: "/playground?tool=GITHUB_CREATE_AN_ISSUE",
  "auth-configs": "/auth-configs",
  "auth-config-new": "/auth-configs/new",
  accounts: "/connected-accounts",
  account: "/connected-accounts/ca_many00000001",
  users: "/users",
  user: "/users/person-1@department-of-long-names.example",
  logs: "/logs/tools",
  keys: "/settings/api-keys",
  project: "/settings/project",
  profile: "/settings/profile",
};

let product: Product;
let state: Awaited<ReturnType<BrowserContext["storageState"]>>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  product = await startProduct();
  const owner = await provision(product, { email: "owner@example.com", project: PROJECT });
  const page = await (await browser.newContext()).newPage();
  await enterProject(page, { ...owner, url: product.url }, PROJECT);
  await insertMany(
    product.dataDir,
    owner.project_id,
    await createAuthConfig(apiOf(product.url, owner.api_key), { toolkit: "github", scheme: "BEARER_TOKEN" }),
  );
  // The first visit after a start loads the page's code into the server.
  for (const place of Object.values(pages)) await page.goto(product.url + place, { waitUntil: "load" });
  state = await page.context().storageState();
  await page.context().close();
});
test.afterAll(() => product.stop());

/** Measures each until it is under the limit, and gives those that never were. The work of a slow machine counts as the shorter time of a quiet one. */
async function findSlow<T>(
  browser: Browser,
  measured: Record<string, T>,
  limit: number,
  measure: (one: T) => Promise<number>,
): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, one] of Object.entries(measured)) {
    const tries: string[] = [];
    for (let best = Infinity; tries.length < MAX_TRIES && best >= limit; ) {
      const ms = await measure(one);
      // asked only where it matters
      const factor = ms < limit ? 1 : await slowness(browser);
      best = Math.min(best, ms / factor);
      tries.push(
        `${Math.round(ms)} ms${factor > 1 ? ` on a machine ${factor.toFixed(1)} times as slow as a quiet one` : ""}`,
      );
      if (best >= limit && tries.length === MAX_TRIES) slow.push(`${name}: ${tries.join(", ")}`);
    }
    test.info().annotations.push({ type: name, description: tries.join(", ") });
  }
  return slow;
}

/** A browser that was never here: nothing is in its cache. */
async function visit(browser: Browser): Promise<Page> {
  return (await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } })).newPage();
}

async function settle(page: Page): Promise<void> {
  await expect(page.locator("main h1, main h2").first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

/** Milliseconds from the click on a link to the largest contentful paint. */
async function lcpOf(browser: Browser, place: string): Promise<number> {
  const page = await visit(browser);
  await page.goto(product.url + place);
  await settle(page);
  const shown = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await page.context().close();
  return shown;
}

test(`the largest part of each page stands within ${MAX_LCP_MS} ms of a first visit`, async ({ browser }) => {
  test.setTimeout(300_000);
  expect(await findSlow(browser, pages, MAX_LCP_MS, (place) => lcpOf(browser, place))).toEqual([]);
});

/** The slowest answer to a key or a click, in milliseconds up to the next paint, as Event Timing measures it in steps of 8. */
async function slowestOf(browser: Browser, { place, act }: Interaction): Promise<number> {
  const page = await visit(browser);
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { answers: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) seen.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(product.url + place);
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
  expect(await findSlow(browser, interactions, MAX_INTERACTION_MS, (one) => slowestOf(browser, one))).toEqual([]);
});

test("very many rows break no page at any width, in both themes", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await (await browser.newContext({ storageState: state, colorScheme: "light" })).newPage();
  const complaints = complaintsOf(page);
  for (const name of ["home", "toolkits", "auth-config-new", "accounts", "users", "user", "logs"]) {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 390) await page.goto(product.url + (pages[name] ?? ""));
      await settle(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${name} is too wide at ${width} px`,
      ).toBeLessThanOrEqual(0);
      // The theme changes colors alone, so the page need not be loaded again for it.
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: path.join(inRoot("test-results/pages"), `many-${colorScheme}-${name}-${width}.png`),
          animations: "disabled",
        });
        if (width === 1440) await expectAccessible(page, `${name}, ${colorScheme}`);
      }
    }
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});
