/**
 * The story of an event in the demo: a trigger at the example GitHub, its event in the test receiver, sent again; and
 * the same trigger after the demo has started again.
 */
import { rmSync } from "node:fs";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { complaintsOf, expectAccessible } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { setUpDemo, startDemo } from "../fixtures/demo";
import { emptyFolder } from "../harness/product";

const MAX_CLICKS = 10;
const WIDTHS = [1440, 768, 390];

async function openIssue(provider: string, title: string): Promise<void> {
  const answer = await fetch(`${provider}/repos/octocat/hello-world/issues`, {
    method: "POST",
    headers: { authorization: "Bearer a-token", "content-type": "application/json" },
    body: JSON.stringify({ title }),
  });
  expect(answer.status).toBe(201);
}

/** Pictures of the page in three widths and both themes. */
async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `${name}-${width}-${colorScheme}`, { fullPage: true });
    }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

const rowsOf = (page: Page): Locator =>
  page.getByRole("region", { name: "Inbox" }).getByRole("button", { name: /GITHUB_ISSUE_ADDED_EVENT/ });

/** A sample is sent, delivered and sent again without leaving its window: in three clicks. */
async function resendSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send test" }).click();
  const window = page.getByRole("dialog", { name: "Send a test event" });
  await window.getByRole("button", { name: "Send test" }).click();
  await window.getByRole("button", { name: "Resend to Test endpoint" }).click();
  await expect(window.getByText("Resent", { exact: true })).toBeVisible();
  await expect(window.getByText("Delivered", { exact: true })).toHaveCount(2);
  await expectAccessible(page, "test event");
  await takePictures(page, "demo-test-event");
  await page.keyboard.press("Escape");
}

test("an event, its delivery and its resend take ten clicks, and the trigger works after a restart", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const dataDir = emptyFolder();
  let demo = await startDemo(dataDir);
  try {
    const provider = (await setUpDemo(page, demo)).provider;
    const complaints = complaintsOf(page);
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    await click(page.getByRole("link", { name: "Triggers", exact: true }));
    await click(page.getByRole("link", { name: "Create trigger" }).first());
    await page.getByRole("searchbox", { name: "Search trigger types" }).fill("issue opened");
    await click(
      page
        .getByRole("list", { name: "Trigger types" })
        .getByRole("link", { name: /Issue opened/ })
        .first(),
    );
    await expect(page.getByLabel("GitHub account")).not.toHaveValue("");
    await click(page.getByRole("button", { name: "Choose repo" }));
    await click(
      page
        .getByRole("listbox", { name: "Values of repo" })
        .getByRole("option", { name: /octocat\/hello-world/ })
        .first(),
    );
    await expect(page.getByRole("textbox", { name: /^owner/i })).toHaveValue("octocat");
    await click(page.getByRole("button", { name: "Create trigger" }));
    await expect(page).toHaveURL(/\/triggers\/ti_/);
    const trigger = page.url();
    await expect(page.getByText("the provider is nearby")).toBeVisible();
    await expect(page.getByText("patchbay listen --forward")).toBeVisible();
    await takePictures(page, "demo-trigger");
    await click(page.getByRole("button", { name: "Use the test endpoint", exact: true }));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Test endpoint");
    await expect(page.getByText("No requests yet.")).toBeVisible();
    await takePictures(page, "demo-inbox-empty");
    await openIssue(provider, "The cable is loose");
    await click(rowsOf(page));
    const inbox = page.getByRole("region", { name: "Inbox" });
    await expect(inbox.getByText("Signature valid")).toBeVisible();
    await expect(inbox.getByText("The cable is loose").first()).toBeVisible();
    await click(inbox.getByRole("button", { name: "Resend" }));
    await expect(rowsOf(page)).toHaveCount(2);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    await expectAccessible(page, "test receiver");
    await takePictures(page, "demo-inbox");
    await resendSample(page);
    expect(complaints).toEqual([]);

    await demo.end();
    expect(demo.output()).not.toContain("example apps ended");
    demo = await startDemo(dataDir);
    await page.goto(demo.url + new URL(trigger).pathname);
    await expect(page.getByText("The hook exists and is enabled at the provider.")).toBeVisible();
  } finally {
    await demo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
