/**
 * Approvals that reach people: an admin names approvers, and a waiting call reaches members by mail and in Slack, and
 * the user on a page of their own. Each of them decides once.
 */
import { expect, test } from "@playwright/test";
import { type MailBox, startMailServer } from "@/test/messages/mail-server";
import { BOT_TOKEN, signed, SIGNING_SECRET, type Slack, startSlack, toPress } from "@/test/messages/slack-server";
import { apiOf, connectAccount, createAuthConfig, type Api } from "../fixtures/api";
import { complaintsOf } from "../fixtures/browser";
import { look } from "../fixtures/look";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const PROJECT = `Approvers ${process.env.TEST_WORKER_INDEX ?? ""}`;

let upstream: Loopback;
let box: MailBox;
let slack: Slack;
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
  box = await startMailServer();
  slack = await startSlack();
  slack.people.set("U1", { email: run().email });
  slack.people.set("U2", { email: "stranger@example.com" });
  api = apiOf(run().url, key);
  const credentials = { base_url: upstream.url };
  const authConfigId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", credentials });
  const val = { token: "approvals-secret" };
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val });
});
test.afterAll(async () => {
  await Promise.all([upstream.stop(), box.close(), slack.close()]);
});

/** A call that waits, in a session of its own. */
async function park(title: string): Promise<{ session: string; id: string }> {
  const settings = { user_id: "ada", experimental: { permissions: { default: "ask_every_call" } } };
  const { session_id: session } = (await api.call<{ session_id: string }>("POST", "/tool_router/session", settings))
    .body;
  const { input_requests: requests } = (await repeat(session, title)).body;
  return { session, id: Object.keys(requests ?? {})[0] ?? "" };
}
type Reply = { result_type: string; input_requests?: object; data: object };
const repeat = (session: string, title: string) =>
  api.call<Reply>("POST", `/tool_router/session/${session}/execute`, {
    tool_slug: "GITHUB_CREATE_AN_ISSUE",
    arguments: { owner: "octocat", repo: "hello", title },
  });
const stateOf = async (id: string) =>
  (await api.call<{ state: string }>("GET", `/internal/patchbay/approvals/${id}`)).body.state;

test("an admin names approvers and the ways to reach them", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await page.goto(`${run().url}/approvals?tab=rules`);
  await page.getByLabel("Email", { exact: true }).fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByLabel("Approvers", { exact: true }).selectOption("chosen");
  await page.getByRole("button", { name: "Save approvers" }).click();
  await expect(page.getByText("Choose someone.")).toBeVisible();
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await page.getByLabel("The user, on their approvals page").check();
  await page.getByRole("button", { name: "Save approvers" }).click();
  await expect(page.getByText("Approvers saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("admin");
  await expect(page.getByLabel("The user, on their approvals page")).toBeChecked();
  await look(page, "approvals/approvers");
  await page.getByRole("tab", { name: "Messages" }).click();
  await page.getByLabel("Sender", { exact: true }).fill("approvals@example.com");
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByText("Enter a host and a port, such as smtp.example.com:587.")).toBeVisible();
  await page.getByLabel("Server", { exact: true }).fill(box.server);
  await page.getByLabel("Encryption", { exact: true }).selectOption("none");
  await page.getByRole("button", { name: "Save mail server" }).click();
  await expect(page.getByText("Mail server saved")).toBeVisible();
  await page.getByRole("button", { name: "Test mail server" }).click();
  await expect(page.getByText(`A mail was sent to ${run().email}.`)).toBeVisible();
  await page.getByLabel("Channel ID", { exact: true }).fill("C1");
  await page.getByLabel(/^Bot token/).fill(BOT_TOKEN);
  await page.getByLabel(/^Signing secret/).fill(SIGNING_SECRET);
  await page.getByLabel(/^API URL/).fill(slack.url);
  await page.getByRole("button", { name: "Save channel" }).click();
  await expect(page.getByText("Slack channel saved")).toBeVisible();
  await page.getByRole("button", { name: "Test channel" }).click();
  await expect(page.getByText("A message was sent to the channel.")).toBeVisible();
  await look(page, "approvals/messages");
  expect(complaints).toEqual([]);
});

test("a member decides by the link in a mail, without signing in, and once", async ({ page }) => {
  const before = count;
  const { id, session } = await park("by mail");
  const mailOf = () => box.received.find(({ body }) => body.includes("by mail"));
  await expect.poll(() => mailOf()?.to, { timeout: 30_000 }).toEqual([run().email]);
  const link = /https?:\/\/\S+\/approve\/apt_[\w-]+/.exec(mailOf()?.body ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByText("octocat", { exact: false }).last()).toBeVisible();
  expect([await stateOf(id), count]).toEqual(["waiting", before]);
  await look(page, "approvals/by-mail");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "Allowed" })).toBeVisible();
  await expect.poll(() => count, { timeout: 30_000 }).toBe(before + 1);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link was used before" })).toBeVisible();
  await page.goto(link.slice(0, -2));
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await expect.poll(async () => (await repeat(session, "by mail")).body.result_type).toBe("completed");
  expect(count).toBe(before + 1);
});

test("a member decides by a button in Slack; forged requests and other people decide nothing", async () => {
  const before = count;
  const { id } = await park("by Slack");
  const posted = () =>
    slack.calls.find(({ method, fields }) => method === "chat.postMessage" && fields.text?.includes("by Slack"));
  await expect.poll(() => posted() !== undefined, { timeout: 30_000 }).toBe(true);
  const value = /"value":"(apr_[^"]+)"/.exec(posted()?.fields.blocks ?? "")?.[1] ?? "";
  const { actions_url: url } = (await api.call<{ actions_url: string }>("GET", "/internal/patchbay/approval_slack"))
    .body;
  const send = async (user: string, secret?: string) => {
    const body = toPress({ user, action: "approve", value });
    return (await fetch(url, { method: "POST", body, headers: signed(body, { ...(secret && { secret }) }) })).status;
  };
  expect(await send("U1", "forged")).toBe(401);
  expect(await send("U2")).toBe(200);
  const callsOf = (method: string) => slack.calls.filter((call) => call.method === method).length;
  await expect.poll(() => callsOf("chat.postEphemeral"), { timeout: 30_000 }).toBe(1);
  expect([await stateOf(id), count]).toEqual(["waiting", before]);
  expect(await send("U1")).toBe(200);
  await expect.poll(() => callsOf("chat.update"), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => count, { timeout: 30_000 }).toBe(before + 1);
});

test("a user decides on their own page, also about identical calls", async ({ page }) => {
  const before = count;
  const [first, second] = [await park("by ada"), await park("by ada")];
  const { url } = (
    await api.call<{ url: string }>("POST", "/internal/patchbay/sign_in_links", {
      ...{ user_id: "ada", destination: "approvals" },
    })
  ).body;
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${run().url}/my/approvals`);
  await look(page, "approvals/my-approvals");
  await page
    .getByRole("link", { name: /^Review: .*by ada/ })
    .first()
    .click();
  await expect(page.getByText("Identical actions waiting: 1")).toBeVisible();
  await look(page, "approvals/my-approval");
  await page.getByRole("button", { name: "Allow all (2)" }).click();
  await expect(page.getByRole("heading", { name: "Allowed" })).toBeVisible();
  await page.getByRole("link", { name: "Your approvals" }).click();
  await expect(page.getByText("Nothing is waiting for your decision.")).toBeVisible();
  await expect.poll(() => count, { timeout: 30_000 }).toBe(before + 2);
  for (const { id } of [first, second]) await expect.poll(() => stateOf(id)).toBe("completed");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You’re signed out" })).toBeVisible();
  await page.goto(`${run().url}/my/approvals`);
  await expect(page.getByRole("heading", { name: "You’re not signed in" })).toBeVisible();
});
