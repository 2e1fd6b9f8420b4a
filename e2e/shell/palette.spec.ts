/** The command palette: tools in the order of Find, what was chosen before, shortcuts, and unsaved changes. */
import { expect, test, type Page } from "@playwright/test";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const PROJECT = `Palette ${process.env.TEST_WORKER_INDEX ?? ""}`;

test.beforeAll(async () => {
  await provision(run(), { email: run().email, project: PROJECT });
});

const field = (page: Page) => page.getByRole("combobox", { name: "Search pages, tools, users and guides" });
const group = (page: Page, name: string) => page.getByRole("listbox", { name: "Results" }).getByRole("group", { name });
const open = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
};

async function pictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `palette/${name}-${colorScheme}-${width}`);
    }
    await (colorScheme === "light" ? expectAccessible(page, name) : expectContrast(page, `${name}, dark`));
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("the palette completes the last word, ranks tools as Find does, and remembers what was chosen", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await open(page);
  await expect(page.getByRole("group").first()).toHaveAccessibleName("Actions");
  const key = page.getByRole("option", { name: "Create API key" });
  await expect(key).toHaveAccessibleDescription("Shortcut: N then K");
  await pictures(page, "empty");
  await field(page).fill("slack mess");
  const first = group(page, "Tools").getByRole("option").first();
  await expect(first).toContainText("Send a message to a channel");
  await expect(first).toContainText("Slack");
  await expect(first.locator("img")).toHaveAttribute("src", "/logos/slack");
  const labels = await group(page, "Tools").getByRole("option").allTextContents();
  expect(new Set(labels).size).toBe(labels.length);
  await pictures(page, "slack-mess");
  await first.click();
  await expect(page).toHaveURL(/\/tools\/SLACK_/);

  await open(page);
  await expect(group(page, "Recent").getByRole("option").first()).toContainText("Send a message to a channel");
  await pictures(page, "recent");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/tools\/SLACK_/);
  await open(page);
  await field(page).fill("send a message to a channel");
  // Sent at once, and answered with the results of this text.
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/tools\/SLACK_/);
  expect(complaints).toEqual([]);
});

test("the palette leads to pages of the documentation, their headings and operations of the API", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  for (const [words, name, address] of [
    [
      "verify webhook signature",
      "Verify the signature",
      /\/docs\/triggers-and-webhooks\/webhooks#verify-the-signature$/,
    ],
    ["refresh a connected account", "Renew a connection", /\/docs\/api\/postConnectedAccountsByNanoidRefresh$/],
  ] as const) {
    await page.goto(`${run().url}/`);
    await expect(page.getByRole("button", { name: `Project: ${PROJECT}` })).toBeVisible();
    await open(page);
    await field(page).fill(words);
    const first = group(page, "Guides").getByRole("option").first();
    await expect(first).toContainText(name);
    await takePicture(page, `palette/${words.replaceAll(" ", "-")}`);
    await first.click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test("N and a letter makes something new, and the palette asks before it leaves unsaved changes", async ({ page }) => {
  await enterProject(page, run(), PROJECT);
  await expect(page.getByRole("link", { name: "Healthy" })).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.press("k");
  await expect(page.getByRole("dialog", { name: "Create API key" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${run().url}/settings/project`);
  await page.getByLabel(/^Display name/).fill("Loose Cables");
  await open(page);
  await field(page).fill("tool logs");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/settings\/project$/);
  await expect(page.getByLabel(/^Display name/)).toHaveValue("Loose Cables");

  // Origins of frames, one per line.
  const origins = page.getByLabel(/^Origins/);
  await origins.fill("https://app.example.com\nhttps://app.example.com/embed");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("“https://app.example.com/embed” must be an origin")).toBeVisible();
  await expect(origins).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await origins.fill("https://app.example.com\nhttp://localhost:3001");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();
  await page.reload();
  await expect(origins).toHaveValue("https://app.example.com\nhttp://localhost:3001");

  // Pages that call with browser tokens: another list.
  const pages = page.getByLabel(/^Pages that call/);
  await expect(pages).toHaveValue("");
  await pages.fill("https://shop.example.com");
  await page.getByRole("button", { name: "Save pages that call" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();
  await page.reload();
  await expect(pages).toHaveValue("https://shop.example.com");
  await expect(origins).toHaveValue("https://app.example.com\nhttp://localhost:3001");
});
