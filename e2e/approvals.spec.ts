/**
 * Approvals as people meet them: an agent's call waits, a person decides on the page that its answer names, in both
 * themes and two widths.
 */
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type Api } from "./fixtures/api";
import { closeBulkWindow, complaintsOf, expectOnlyMinor, expectContrast } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Approvals ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_CREATE_AN_ISSUE";
const BY_NAME = "GITHUB_DELETE_A_REPOSITORY";

type ToolResult = { result_type: string; approval_url: string; error: string | null; session_id: string };

let upstream: Loopback;
let api: Api;
let projectId = "";
let count = 0;

test.beforeAll(async () => {
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  upstream = await startLoopback((_, response) => {
    count++;
    sendJson(response, 201, { number: count });
  });
  api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
  });
  await connectAccount(api, {
    authConfigId,
    userId: "ada",
    scheme: "BEARER_TOKEN",
    val: { token: "approvals-secret" },
  });
});
test.afterAll(() => upstream.stop());

async function openSession(): Promise<string> {
  const settings = { user_id: "ada", experimental: { permissions: { default: "ask_every_call" } } };
  return (await api.call<ToolResult>("POST", "/tool_router/session", settings)).body.session_id;
}
const call = async (session: string, title: string): Promise<ToolResult> =>
  (
    await api.call<ToolResult>("POST", `/tool_router/session/${session}/execute`, {
      tool_slug: TOOL,
      arguments: { owner: "octocat", repo: "hello", title },
    })
  ).body;

const inbox = (page: Page) =>
  page.getByRole("navigation", { name: "Pages of Sessions" }).getByRole("link", { name: /^Approvals/ });
const state = (page: Page, word: string) => page.getByRole("heading", { level: 1 }).getByText(word, { exact: true });

test("a call waits until a person has decided", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  const session = await openSession();
  const [once, denied, always] = [
    await call(session, "once"),
    await call(session, "denied"),
    await call(session, "always"),
  ];
  const before = count;
  expect(once.result_type).toBe("input_required");
  const picture = async (name: string) => {
    await expectOnlyMinor(page, name);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await takePicture(page, `approvals/${name}-${colorScheme}-${width}`);
      }
    }
    await expectContrast(page, name);
    await page.emulateMedia({ colorScheme: "light" });
  };

  // The address in the answer leads through the sign-in to the call.
  await page.goto(once.approval_url);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email", { exact: true }).fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: /sign in/i }).click();
  await expect(state(page, "Waiting")).toBeVisible();
  await expect(page).toHaveTitle("Create an issue in octocat/hello: “once” · Patchbay");
  await expect(page.getByRole("group", { name: "Arguments" })).toContainText("octocat");
  await expect(page.getByText(/Not sent yet. Expires in \d+:\d\d/)).toBeVisible();
  await picture("waiting");
  await page.getByRole("button", { name: "Approve once" }).focus();
  await page.keyboard.press("Enter");
  await expect(state(page, "Done")).toBeVisible();
  expect(count).toBe(before + 1);
  expect(await call(session, "once")).toMatchObject({ result_type: "completed" });
  await picture("done");

  await inbox(page).click();
  await expect(inbox(page)).toContainText("2");
  await expect(page.getByRole("tab", { name: /Waiting/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("row").filter({ hasText: TOOL })).toHaveCount(2);
  await picture("inbox");
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(page.getByText(/\d+:\d\d left/)).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The session's page has the same decision in place.
  await page.goto(`${run().url}/sessions/${session}`);
  await expect(page.getByRole("heading", { name: "2 calls waiting for approval" })).toBeVisible();
  const waits = page.getByRole("listitem").filter({ hasText: "denied" });
  await expect(waits.getByRole("button", { name: "Deny" })).toBeVisible();
  await picture("session");
  await waits.getByRole("button", { name: "Deny" }).click();
  await page.getByLabel("Reason").fill("not this one");
  await page.getByRole("button", { name: "Deny the call" }).click();
  await expect(page.getByRole("heading", { name: "1 call waiting for approval" })).toBeVisible();
  await page.goto(denied.approval_url);
  await expect(state(page, "Denied")).toBeVisible();
  expect((await call(session, "denied")).error).toContain("not this one");

  await page.goto(always.approval_url);
  await page.getByRole("button", { name: "Always approve this tool" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("will then run without approval for every user");
  await page.getByRole("button", { name: "Always allow it" }).click();
  await expect(state(page, "Done")).toBeVisible();
  expect(count).toBe(before + 2);

  await inbox(page).click();
  await expect(page.getByRole("heading", { name: "No calls are waiting" })).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("row").filter({ hasText: TOOL })).not.toHaveCount(0);
  await picture("history");
  await page.getByRole("tab", { name: "Rules" }).click();
  const subject = page.getByLabel("Tool or toolkit");
  await subject.fill("slack");
  await page.getByRole("button", { name: "Set rule" }).click();
  const ruled = page.getByRole("row").filter({ hasText: "All tools of Slack" });
  await expect(ruled).toContainText("As in the project’s setting");
  await page.getByRole("button", { name: "Choose approvers for slack" }).click();
  const approversWindow = page.getByRole("dialog");
  await approversWindow.getByLabel("Approvers", { exact: true }).selectOption("chosen");
  await approversWindow.getByRole("button", { name: "Save approvers" }).click();
  await expect(approversWindow.getByText("Choose someone.")).toBeVisible();
  await approversWindow.getByLabel("Role", { exact: true }).selectOption("admin");
  await expectOnlyMinor(page, "approvers of a rule");
  await picture("rule-approvers");
  await approversWindow.getByRole("button", { name: "Save approvers" }).click();
  await expect(ruled).toContainText("Owners and admins");
  await subject.fill("github delete a repository");
  await page.getByRole("option", { name: new RegExp(`${BY_NAME}$`) }).click();
  await expect(subject).toHaveAccessibleDescription(BY_NAME);
  await page.getByRole("button", { name: "Set rule" }).click();
  await expect(page.getByRole("row").filter({ hasText: BY_NAME })).toContainText("Delete a repository");
  await expectOnlyMinor(page, "rules");
  await picture("rules");
  for (const name of ["slack", BY_NAME, TOOL])
    await page.getByRole("button", { name: `Remove the rule for ${name}` }).click();
  await expect(page.getByRole("heading", { name: "No rules yet" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("calls are decided in the list, by buttons, by keys and many at once", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  const session = await openSession();
  for (const title of ["button", "key", "denied", "many", "more"]) await call(session, title);
  const before = count;
  await page.goto(`${run().url}/approvals`);
  await page.getByLabel("Email", { exact: true }).fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: /sign in/i }).click();
  const row = (title: string) => page.getByRole("row").filter({ hasText: `in octocat/hello: “${title}”` });
  const reason = row("button").getByText("This session asks before every call.");
  // On one or two lines, not a word on each.
  expect((await reason.boundingBox())?.height).toBeLessThan(40);
  await row("button")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(row("button")).toHaveCount(0);
  // The second key of a sequence opens a page and decides nothing.
  await row("key").getByRole("link").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/\/auth-configs$/);
  await page.goto(`${run().url}/approvals`);
  await row("key").getByRole("link").focus();
  await page.keyboard.press("a");
  await expect(row("key")).toHaveCount(0);
  await row("denied").getByRole("link").focus();
  await page.keyboard.press("d");
  await page.getByLabel("Reason").fill("not in the list");
  await page.getByRole("button", { name: "Deny the call" }).click();
  await expect(row("denied")).toHaveCount(0);
  await expect.poll(async () => (await call(session, "denied")).error).toContain("not in the list");
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve 2 calls/ })
    .click();
  await closeBulkWindow(page);
  await expect(page.getByRole("heading", { name: "No calls are waiting" })).toBeVisible();
  await expect.poll(() => count).toBe(before + 4);
  expect(complaints).toEqual([]);
});

test("a step of the console that waits is allowed in place", async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  const session = await openSession();
  const before = count;
  await page.goto(`${run().url}/console?user=ada&task=open+an+issue&session=${session}`);
  await page.getByLabel("Email", { exact: true }).fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByRole("combobox", { name: "Other tool" }).fill(TOOL);
  await page.getByRole("option").filter({ hasText: TOOL }).first().click();
  await page.getByRole("radio", { name: "JSON" }).click();
  await page
    .getByRole("textbox", { name: /Arguments/ })
    .fill(JSON.stringify({ owner: "octocat", repo: "hello", title: "console" }));
  await page.getByRole("button", { name: "Run step" }).click();
  const approval = page.getByRole("group", { name: "Approval" });
  await expect(approval.getByRole("button", { name: "Approve once" })).toBeVisible();
  expect(count).toBe(before);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `approvals/console-${theme}-${width}`, { fullPage: true });
    }
  }
  await approval.getByRole("button", { name: "Approve once" }).click();
  await expect(page.getByRole("listitem", { name: "Step 1: Create an issue" })).toContainText("Done");
  expect(count).toBe(before + 1);
});
