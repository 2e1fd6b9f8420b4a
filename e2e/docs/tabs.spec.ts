/** Tabs of languages: one language at a time, the same on every page, and all of them without a script. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { inRoot } from "../../scripts/paths.mjs";
import { complaintsOf, expectAccessible, expectContrast } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { run } from "../harness/run";

const AGENT = "/docs/quickstarts/openai";
const FIRST_CALL = "/docs/start/first-call";
const OPERATION = "/docs/api/postToolsExecuteByToolSlug";

test("the language that a reader chooses holds on every page and for every group", async ({ page }) => {
  const complaints = complaintsOf(page);
  const { url } = run();
  await page.goto(url + AGENT);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).first();
  const panel = page.getByRole("tabpanel");
  await expect(tab("TypeScript")).toHaveAttribute("aria-selected", "true");
  await expect(panel).toContainText("npm install");
  await expect(page.getByRole("heading", { name: "TypeScript" })).toBeHidden();
  await tab("Python").click();
  await expect(panel).toContainText("pip install");
  await expect(panel).not.toContainText("npm install");
  for (const path of ["/docs/triggers-and-webhooks/triggers", OPERATION, FIRST_CALL]) {
    await page.goto(url + path);
    for (const other of await page.getByRole("tablist", { name: "Language" }).all())
      await expect(other.getByRole("tab", { selected: true })).toHaveText("Python");
  }
  // A group without the language shows what it showed, and the choice stays.
  await tab("MCP").click();
  await page.goto(url + AGENT);
  await expect(tab("TypeScript")).toHaveAttribute("aria-selected", "true");
  await page.goto(url + FIRST_CALL);
  await expect(tab("MCP")).toHaveAttribute("aria-selected", "true");
  expect(complaints).toEqual([]);
});

test("tabs are moved by arrow keys, and only the chosen one is in the Tab order", async ({ page }) => {
  await page.goto(run().url + FIRST_CALL);
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveText(["curl", "TypeScript", "Python", "MCP"]);
  await tabs.nth(0).focus();
  for (const [key, place] of [
    ["ArrowRight", 1],
    ["ArrowLeft", 0],
    ["ArrowLeft", 3],
    ["Home", 0],
    ["End", 3],
    ["ArrowRight", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs.nth(place)).toBeFocused();
    await expect(tabs.nth(place)).toHaveAttribute("aria-selected", "true");
  }
  expect(await tabs.evaluateAll((all) => all.map(({ tabIndex }) => tabIndex))).toEqual([0, -1, -1, -1]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel").getByRole("button", { name: "Copy Terminal" })).toBeFocused();
});

test("an address of a hidden part opens its tab, from outside, from the outline and from the search", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${run().url}${AGENT}#python`);
  const python = page.getByRole("tab", { name: "Python" });
  await expect(python).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel")).toBeInViewport();
  const outline = page.getByRole("navigation", { name: "On this page" });
  await outline.getByRole("link", { name: "TypeScript" }).click();
  await expect(page.getByRole("tab", { name: "TypeScript" })).toHaveAttribute("aria-selected", "true");
  await python.click();
  // The address is still that of the other tab.
  await outline.getByRole("link", { name: "TypeScript" }).click();
  await expect(page.getByRole("tab", { name: "TypeScript" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(python).toHaveAttribute("aria-selected", "true");
  await page.goto(`${run().url}/docs/search?q=anthropic+python`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Python in Anthropic/ })
    .click();
  await expect(page.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
});

test("the browser's search finds words of a hidden language, and opens its tab", async ({ page }) => {
  await page.goto(`${run().url}${AGENT}#:~:text=pip%20install`);
  await expect(page.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel")).toContainText("pip install");
  await expect(page.getByText("pip install")).toBeInViewport();
});

test("paper has all languages, each with its heading and without tabs", async ({ page }) => {
  await page.goto(run().url + AGENT);
  await expect(page.getByText("pip install")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  // Screen readers have the panel of one language, whatever is on paper.
  for (const name of ["TypeScript", "Python"])
    await expect(page.getByRole("heading", { name, includeHidden: true })).toBeVisible();
  for (const words of ["npm install", "pip install"]) {
    await expect(page.getByText(words)).toBeVisible();
    expect((await page.getByText(words).boundingBox())?.height).toBeGreaterThan(0);
  }
  await expect(page.getByRole("tablist")).toBeHidden();
  // Nobody can scroll paper, and its pages have no use for the list of guides.
  for (const code of await page.locator("pre:visible").all())
    expect(
      await code.evaluate((box) => [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth]),
    ).toEqual([0, 0]);
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("nothing moves when the remembered language is not the first one", async ({ page }) => {
  await page.goto(run().url + AGENT);
  await page.getByRole("tab", { name: "Python" }).click();
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of [AGENT, FIRST_CALL, OPERATION]) {
    await page.goto(run().url + path, { waitUntil: "networkidle" });
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum),
    ).toBeLessThanOrEqual(0.02);
  }
});

test("tabs fit a phone, a tablet and a desk in both themes, and axe finds nothing serious", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of [AGENT, FIRST_CALL, OPERATION]) {
      await page.goto(run().url + path);
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await takePicture(page, `tabs${path.replaceAll(/\W+/g, "-")}-${width}-${colorScheme}`);
      }
      await (colorScheme === "light" ? expectAccessible(page, path) : expectContrast(page, path));
    }
  }
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("all languages are below each other, each with its heading", async ({ page }) => {
    await page.goto(run().url + AGENT);
    await expect(page.getByRole("tablist")).toHaveCount(0);
    for (const name of ["TypeScript", "Python"]) await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByText("npm install")).toBeVisible();
    await expect(page.getByText("pip install")).toBeVisible();
    await page.goto(run().url + OPERATION);
    for (const name of ["curl", "TypeScript", "Python"])
      await expect(page.getByRole("group", { name, exact: true })).toBeVisible();
    await takePicture(page, "tabs-without-a-script");
  });
});

type Dates = Record<string, { day: string; hash: string }>;

test("a guide says when it was last changed, and leads to the page where readers can change it", async ({ page }) => {
  const dates = JSON.parse(readFileSync(inRoot("dist/guide-dates.json"), "utf8")) as Dates;
  const hashOf = (file: string): string =>
    execFileSync("git", ["hash-object", inRoot("docs", file)], { encoding: "utf8" }).trim();
  const [file, row] = Object.entries(dates).find(([name, { hash }]) => hash === hashOf(name)) ?? [];
  test.skip(file === undefined, "No guide is as its repository has it");
  await page.goto(`${run().url}/docs/${file?.replace(".md", "")}`);
  await expect(page.getByText("Last changed on").locator("time")).toHaveAttribute("datetime", row?.day ?? "");
  const link = page.getByRole("link", { name: "Edit this page" });
  await expect(link).toHaveAttribute("href", `https://git.example.com/docs/${file}`);
});
