/** API keys in the browser: limited with clear errors, shown in words, rotated and revoked from their drawer. */
import { expect, test, type Page } from "@playwright/test";
import { apiOf } from "../fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Keys ${process.env.TEST_WORKER_INDEX ?? ""}`;

test.beforeAll(async () => {
  await provision(run(), { email: run().email, project: PROJECT });
});

const statusWith = async (key: string) => (await apiOf(run().url, key).call("GET", "/toolkits?limit=1")).status;

/** Opens the window for a new key, which `fill` completes; returns the text of the key. */
async function create(page: Page, name: string, fill: () => Promise<void> = async () => undefined): Promise<string> {
  await page.goto(`${run().url}/settings/api-keys?new=1`);
  const window = page.getByRole("dialog", { name: "Create API key" });
  await window.getByLabel("Name").fill(name);
  await fill();
  await window.getByRole("button", { name: "Create key" }).click();
  const result = page.getByRole("dialog", { name: "Key created" });
  const key = (await result.getByLabel(`Key ${name}`).textContent()) ?? "";
  await page.keyboard.press("Escape");
  await result.getByRole("button", { name: "Close without copying" }).click();
  await expect(result).toHaveCount(0);
  return key;
}

test("a key is limited to toolkits, users and addresses, and the list says so", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  const window = page.getByRole("dialog", { name: "Create API key" });
  const key = await create(page, "Laptop", async () => {
    await window.getByLabel("Access", { exact: true }).selectOption("execute");
    await window.getByRole("combobox", { name: "Limit to toolkits" }).fill("hackernews");
    await page
      .getByRole("option", { name: /Hacker ?News/i })
      .first()
      .click();
    const users = window.getByRole("combobox", { name: "Limit to users" });
    await users.fill("ada");
    await page.getByRole("option", { name: "Exactly “ada”" }).click();
    await users.fill("bob");
    await users.blur();
    await expect(window.getByRole("button", { name: "Remove bob" })).toBeVisible();
    await window.getByLabel(/^IP addresses/).fill("10.0.0.0/33");
    await window.getByRole("button", { name: "Create key" }).click();
    await expect(window.getByText("“10.0.0.0/33” must be an address or a block such as 10.0.0.0/8.")).toBeVisible();
    await expect(window.getByLabel(/^IP addresses/)).toBeFocused();
    await expectAccessible(page);
    await takePicture(page, "api-key-limits");
    await window.getByLabel(/^IP addresses/).fill("203.0.113.0/24");
  });
  const row = page.getByRole("row", { name: /Laptop/ });
  await expect(row.getByText("Only 1 toolkit, 2 users, 1 IP address")).toBeVisible();
  expect(await statusWith(key)).toBe(403);
  await row.getByRole("link", { name: "Laptop" }).click();
  const drawer = page.getByRole("dialog", { name: "Laptop" });
  await expect(drawer.getByText("for the users ada, bob")).toBeVisible();
  await expect(drawer.getByText("from the IP address 203.0.113.0/24")).toBeVisible();
  await expect(drawer).not.toContainText(key);
  await expectAccessible(page);
  await takePicture(page, "api-key-drawer");
  expect(complaints).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`a key is rotated and revoked from its drawer, ${colorScheme}, ${width}`, async ({ browser }) => {
      const name = `Backend ${colorScheme} ${width}`;
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await enterProject(page, run(), PROJECT);
      await page.setViewportSize({ width, height: 900 });
      const key = await create(page, name);
      const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
      // A phone shows it below the name.
      await expect(row.getByText("Full access").filter({ visible: true })).toHaveCount(1);
      await page.getByRole("link", { name, exact: true }).click();
      const drawer = page.getByRole("dialog", { name, exact: true });
      await expect(drawer.getByText("Everything in the project")).toBeVisible();
      await drawer.getByRole("button", { name: "Rotate" }).click();
      const window = page.getByRole("dialog", { name: `Rotate “${name}”` });
      await expect(window.getByLabel("Current key expires")).toHaveValue("24");
      await expectAccessible(page);
      await window.getByRole("button", { name: "Rotate key" }).click();
      const result = page.getByRole("dialog", { name: "Key rotated" });
      const successor = (await result.getByLabel(`Key ${name}`).textContent()) ?? "";
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await result.getByRole("button", { name: "Close without copying" }).click();
      await expect(result).toHaveCount(0);
      expect([await statusWith(key), await statusWith(successor)]).toEqual([200, 200]);
      await expect(drawer.getByText("This key was rotated")).toBeVisible();
      await expectAccessible(page);
      await takePicture(page, `api-key-rotated-${colorScheme}-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await drawer.getByRole("button", { name: "Revoke key" }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Revoke key" }).click();
      await expect(question).toHaveCount(0);
      expect([await statusWith(key), await statusWith(successor)]).toEqual([401, 200]);
      await expect(drawer.getByText("Revoked").first()).toBeVisible();
      expect(complaints).toEqual([]);
      await context.close();
    });
