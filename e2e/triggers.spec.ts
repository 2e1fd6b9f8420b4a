/**
 * Triggers as people meet them: set up in the browser, an event that arrives live, a receiver that fails, sent again,
 * replayed, and a new secret.
 */
import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { type Loopback, readText, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Triggers ${process.env.TEST_WORKER_INDEX ?? ""}`;

type Hook = { url: string; secret: string };
type Received = { path: string; headers: Record<string, string>; body: string };

let github: Loopback;
let receiver: Loopback;
let hook: Hook | undefined;
let well = false;
const received: Received[] = [];

test.beforeAll(async () => {
  const { api_key: key } = await provision(run(), { email: run().email, project: PROJECT });
  // GitHub, as far as a hook needs it
  github = await startLoopback(async (request, response) => {
    const body = await readText(request);
    if (request.method === "POST" && request.url === "/repos/octocat/hello-world/hooks") {
      hook = (JSON.parse(body) as { config: Hook }).config;
      return sendJson(response, 201, { id: 7 });
    }
    return sendJson(response, 200, { id: 7, active: true });
  });
  receiver = await startLoopback(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url ?? "", headers, body: await readText(request) });
    response.writeHead(well || request.url === "/other" ? 200 : 500).end(well ? "thank you" : "the disk is full");
  });
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: github.url },
  });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "triggers-secret" } });
});
test.afterAll(async () => {
  await github.stop();
  await receiver.stop();
});

/** An issue is opened there. */
async function openIssue(number: number, title: string): Promise<void> {
  const user = { login: "octocat", id: 1, html_url: "https://github.com/octocat" };
  const body = JSON.stringify({
    action: "opened",
    issue: {
      id: number,
      number,
      title,
      body: "It hangs.",
      user,
      labels: [],
      html_url: "https://github.com/octocat/i",
      created_at: "2026-04-14T16:00:49Z",
      state: "open",
    },
    repository: { id: 1, name: "hello-world", full_name: "octocat/hello-world", owner: user },
    sender: user,
  });
  const signature = `sha256=${createHmac("sha256", hook?.secret ?? "")
    .update(body)
    .digest("hex")}`;
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": `delivery-${number}`,
    "x-hub-signature-256": signature,
  };
  const answer = await fetch(hook?.url ?? "", { method: "POST", headers, body });
  expect(answer.status, await answer.text()).toBe(200);
}

test("a trigger is made, its event arrives live, fails, is sent again and replayed, and the secret is rotated", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);

  await page.goto(`${run().url}/triggers/new?type=GITHUB_ISSUE_ADDED_EVENT`);
  await page.getByLabel("GitHub account").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Create trigger" }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
  await page.getByRole("textbox", { name: /^owner/i }).fill("octocat");
  await page.getByRole("combobox", { name: /^repo/i }).fill("hello-world");
  await page.getByRole("button", { name: "Create trigger" }).click();
  await expect(page).toHaveURL(/\/triggers\/ti_/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Waiting");
  expect(hook?.secret).toBeTruthy();
  await expectAccessible(page, "trigger");

  await page.goto(`${run().url}/settings/webhooks`);
  await page.getByRole("button", { name: "Create webhook endpoint" }).first().click();
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/hook`);
  await page.getByRole("dialog").getByRole("button", { name: "Create webhook endpoint" }).click();
  await expect(page.getByRole("dialog").locator("code", { hasText: "whsec_" })).toBeVisible();
  await page.getByRole("button", { name: "View endpoint" }).click();
  await expect(page).toHaveURL(/\/settings\/webhooks\/.+/);
  const receiverPage = page.url();

  await page.goto(`${run().url}/logs/triggers?live=1`);
  await expect(
    page
      .getByRole("switch", { name: /live/i })
      .or(page.getByRole("button", { name: /live/i }))
      .first(),
  ).toBeVisible();
  await openIssue(1, "The cable is loose");
  const row = page.getByRole("row", { name: /GITHUB_ISSUE_ADDED_EVENT/ });
  await expect(row).toContainText("Retrying");
  await expect(row).toContainText("Issue opened");
  await page.goto(`${run().url}/triggers`);
  await expect(page.getByText("Events don’t reach your app")).toBeVisible();
  await page.getByRole("combobox", { name: "User", exact: true }).fill("ad");
  await page.getByRole("option", { name: "ada", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove the filter User: ada" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Issue opened/ })).toContainText("Problem");
  await page.goto(`${run().url}/logs/triggers?live=1`);
  await row.getByRole("link").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("the disk is full").first()).toBeVisible();
  await expect(drawer.getByText("The cable is loose").first()).toBeVisible();
  await expectAccessible(page, "event");

  well = true;
  await drawer.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(drawer.getByText("Resent")).toBeVisible();
  await expect(drawer.locator("dl").getByText("Delivered")).toBeVisible();
  await drawer.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: /Replay/ }).click();
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/other`);
  await page.getByRole("button", { name: "Replay event" }).click();
  await expect.poll(() => received.filter(({ path }) => path === "/other").length).toBe(1);
  const ids = new Set(received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(1);

  await page.goto(receiverPage);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  const secret = (await page.getByRole("dialog").locator("code", { hasText: "whsec_" }).textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Two secrets are active")).toBeVisible();
  await openIssue(2, "It is loose again");
  await expect.poll(() => received.some(({ body }) => body.includes("It is loose again"))).toBe(true);
  const last = received.find(({ body }) => body.includes("It is loose again"));
  expect(new Webhook(secret).verify(last?.body ?? "", last?.headers ?? {})).toMatchObject({
    type: "composio.trigger.message",
  });
  expect(complaints).toEqual([]);
});

test("the polling of a trigger is changed on its page, and goes back to its defaults", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/triggers/new?type=GITHUB_FOLLOWER_EVENT`);
  await page.getByLabel("GitHub account").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Create trigger" }).click();
  await expect(page).toHaveURL(/\/triggers\/ti_/);
  await expect(page.getByText("Polls every 5 minutes")).toBeVisible();
  await page.getByRole("button", { name: "Change polling" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Minutes between polls").fill("0.01");
  await dialog.getByRole("button", { name: "Save polling" }).click();
  await expect(dialog.getByText("Use at least 0.17 (ten seconds).")).toBeVisible();
  await expectAccessible(page, "change polling");
  await dialog.getByLabel("Minutes between polls").fill("10");
  await takePicture(page, "change-polling");
  await dialog.getByRole("button", { name: "Save polling" }).click();
  await expect(page.getByText("Polls every 10 minutes")).toBeVisible();
  await takePicture(page, "polling");
  await page.getByRole("button", { name: "Change polling" }).click();
  await dialog.getByRole("button", { name: "Use defaults" }).click();
  await expect(page.getByText("Polls every 5 minutes")).toBeVisible();
  expect(complaints).toEqual([]);
});
