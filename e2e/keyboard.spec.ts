/**
 * Every page by keyboard alone: the skip link first, then everything that can be done on the page, each with a focus
 * that can be seen.
 */
import { expect, test, type Page } from "@playwright/test";
import { enterProject } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Keyboard ${process.env.TEST_WORKER_INDEX ?? ""}`;
const MAX_STEPS = 80;

/** Each page, and what a person comes there to do. */
const pages: Record<string, RegExp> = {
  "/": /^Run it$/,
  "/toolkits": /Search toolkits/,
  "/toolkits/github": /Connect GitHub/,
  "/tools/GITHUB_CREATE_AN_ISSUE": /Try it/,
  "/playground?tool=GITHUB_CREATE_AN_ISSUE": /Run tool/,
  "/find?q=create%20an%20issue%20in%20github": /^Try /,
  "/auth-configs": /Create auth config/,
  "/auth-configs/new?toolkit=github&method=OAUTH2": /Client ID/,
  "/connected-accounts": /Connect an account/,
  "/users": /Search user IDs/,
  "/logs/tools": /Tool/,
  "/settings/api-keys": /Create API key/,
  "/settings/members": /Invite a member/,
  "/settings/project": /Display name/,
  "/settings/profile": /Change password/,
};

/** The name of what has the focus, and whether a person sees that it has. */
const focused = (page: Page): Promise<{ name: string; inPage: boolean; isVisible: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { name: "", inPage: false, isVisible: true };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])].map((label) => label.textContent)
        : [];
    const name =
      [element.getAttribute("aria-label"), ...labels, element.textContent].find((text) => text?.trim())?.trim() ?? "";
    const ring = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    return {
      name,
      inPage: element.closest("main") !== null,
      isVisible: ring || element === document.body || element.id === "content" || element.tagName === "IFRAME",
    };
  });

test("the skip link comes first, the page's main action is reached by Tab, and the focus is seen all the way", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await provision(run(), { email: run().email, project: PROJECT });
  await enterProject(page, run(), PROJECT);
  for (const [place, action] of Object.entries(pages)) {
    await page.goto(run().url + place);
    await expect(page.locator("main h1, main h2").first()).toBeVisible();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expect(
      page
        .locator("main")
        .getByRole("button")
        .or(page.locator("main").getByRole("link"))
        .or(page.locator("main input"))
        .first(),
      place,
    ).toBeVisible();
    // A form that took the focus for its first field has the skip link before it.
    if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press("Tab");
    else await page.getByRole("link", { name: "Skip to content" }).focus();
    expect((await focused(page)).name, place).toBe("Skip to content");
    await page.keyboard.press("Enter");
    const passed: string[] = [];
    let isReached = false;
    while (!isReached && passed.length < MAX_STEPS) {
      await page.keyboard.press("Tab");
      const { name, inPage, isVisible } = await focused(page);
      expect(isVisible, `${place}: the focus on "${name}" cannot be seen`).toBe(true);
      isReached = inPage && action.test(name);
      passed.push(name);
    }
    expect(isReached, `${place}: ${action} is not among ${passed.join(" | ")}`).toBe(true);
  }
});

test("a question mark lists the keys, G and a letter opens a section, and single keys can be turned off", async ({
  page,
}) => {
  await provision(run(), { email: run().email, project: PROJECT });
  await enterProject(page, run(), PROJECT);
  await expect(page.getByRole("link", { name: "Healthy" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByRole("switch").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.keyboard.press("?");
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/sessions/);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(list.getByRole("switch")).not.toBeChecked();
});
