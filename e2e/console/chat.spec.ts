/** A conversation in the console: a pasted key, calls in sight, an approval on the way, its tokens, and its code. */
import { LLMock, type ChatCompletionRequest } from "@copilotkit/aimock";
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type Api } from "../fixtures/api";
import { complaintsOf, expectAccessible, signIn } from "../fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const PROJECT = `Chat ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_CREATE_AN_ISSUE";
const KEY = "key-of-this-tab-0123456789";
const mock = new LLMock({ port: 0 });

let upstream: Loopback;
let api: Api;
let projectId = "";
let issues = 0;
/** Ends the answers of the slow model. */
const endSlow: (() => void)[] = [];

test.describe.configure({ timeout: 240_000 });

/** The calls that the model has made since the last message of the person. */
const callsSince = ({ messages }: ChatCompletionRequest): number => {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(last).filter(({ role }) => role === "tool").length;
};

function follow(request: ChatCompletionRequest) {
  const text = JSON.stringify(request.messages.findLast(({ role }) => role === "user")?.content);
  const callCount = callsSince(request);
  if (text.includes("slow"))
    return new Promise<{ content: string }>((end) => endSlow.push(() => end({ content: "Late." })));
  if (!text.includes("issue") || callCount > 1) return { content: "The issue is open. Is there anything else?" };
  const [name, args] =
    callCount === 0
      ? ["COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "create an issue in a GitHub repository" }] }]
      : [
          "COMPOSIO_MULTI_EXECUTE_TOOL",
          {
            tools: [{ tool_slug: TOOL, arguments: { owner: "octocat", repo: "hello-world", title: "From the chat" } }],
            sync_response_to_workbench: false,
          },
        ];
  return { toolCalls: [{ name: name as string, arguments: JSON.stringify(args) }] };
}

test.beforeAll(async () => {
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  upstream = await startLoopback(({ method }, response) => {
    // The proof of the key reads only.
    if (method === "POST") issues++;
    sendJson(response, method === "POST" ? 201 : 200, { number: issues, title: "From the chat", login: "octocat" });
  });
  mock.on({ model: "a-model" }, follow);
  await mock.start();
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
    val: { token: "chat-secret-token" },
  });
});
test.afterAll(async () => {
  for (const end of endSlow) end();
  await Promise.all([upstream.stop(), mock.stop()]);
});

const conversation = (page: Page) => page.getByRole("list", { name: "Conversation" });
const send = async (page: Page, text: string) => {
  await page.getByLabel("Message").fill(text);
  await page.getByLabel("Message").press("Enter");
};

async function pictures(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `chat/${name}-${width}-${colorScheme}`, { fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
      if (width === (colorScheme === "light" ? 390 : 1440)) await expectAccessible(page, `${name} at ${width} px`);
    }
  await page.emulateMedia({ colorScheme: "light" });
}

async function pasteKey(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Language model" });
  await form.getByLabel("API key").fill("sk-ant-something");
  await expect(form.getByLabel("Provider")).toHaveValue("anthropic");
  await form.getByLabel("API key").fill("");
  await form.getByRole("button", { name: "Use this model" }).click();
  await expect(form.getByText("Enter a key.")).toBeVisible();
  await pictures(page, "key");
  await form.getByLabel("Provider").selectOption("other");
  await form.getByLabel("URL").fill(`${mock.url}/v1`);
  await form.getByLabel("Model").fill("a-model");
  await form.getByLabel("API key").fill(KEY);
  await form.getByRole("button", { name: "Use this model" }).click();
  await expect(page.getByText("with the key of this tab")).toBeVisible();
}

test("a pasted key leads to a conversation: calls, an approval, tokens, code, and all of it after a reload", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
  const settings = { user_id: "ada", experimental: { permissions: { default: "ask_every_call" } } };
  const { body } = await api.call<{ session_id: string }>("POST", "/tool_router/session", settings);
  await page.goto(`${run().url}/console?way=chat&user=ada&session=${body.session_id}`);
  await pasteKey(page);

  await send(page, "Open an issue in octocat/hello-world");
  await expect(conversation(page).getByText("Open an issue in octocat/hello-world")).toBeVisible();
  const approval = page.getByRole("group", { name: "Approval" });
  await expect(approval).toContainText("Create an issue in octocat/hello-world", { timeout: 60_000 });
  expect(issues).toBe(0);
  await pictures(page, "approval");
  await approval.getByRole("button", { name: "Approve once" }).click();
  await expect(conversation(page).getByText("The issue is open.")).toBeVisible({ timeout: 60_000 });
  expect(issues).toBe(1);

  const call = page.getByRole("listitem", { name: "Step 2: Run tools" });
  await call.getByRole("button", { name: /Run tools/ }).click();
  await expect(call.getByRole("region", { name: "Sent" })).toContainText("sync_response_to_workbench");
  await expect(page.getByText(/tokens read, .* written/)).toBeVisible();
  await send(page, "Thanks");
  await expect(conversation(page).getByText("The issue is open. Is there anything else?")).toHaveCount(2);
  expect(issues).toBe(1);

  await page.getByRole("button", { name: "Copy as code" }).click();
  const code = page.getByRole("region", { name: "Code", exact: true });
  await expect(code).toContainText(body.session_id);
  await expect(code).toContainText("a-model");
  await expect(code).toContainText("Open an issue in octocat/hello-world");
  await expect(code).not.toContainText(KEY);
  await pictures(page, "conversation");

  await page.reload();
  await expect(page.getByRole("listitem", { name: "Step 2: Run tools" })).toBeVisible();
  await expect(conversation(page).getByText("Open an issue in octocat/hello-world")).toBeVisible();
  await expect(conversation(page).getByText("The issue is open. Is there anything else?")).toHaveCount(2);
  await send(page, "Thanks again");
  await expect(conversation(page).getByText("The issue is open. Is there anything else?")).toHaveCount(3);
  await page.getByRole("button", { name: "Forget the key" }).click();
  await expect(page.getByRole("form", { name: "Language model" })).toBeVisible();
  const storage = await page.evaluate(() => JSON.stringify(window.sessionStorage));
  expect(storage).not.toContain(KEY);
  expect(storage).not.toContain("Open an issue");
  expect(complaints).toEqual([]);
});

test("a slow answer is stopped by the button, and a key kept for the project needs no second pasting", async ({
  page,
}) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
  await page.goto(`${run().url}/console?way=chat`);
  const form = page.getByRole("form", { name: "Language model" });
  await form.getByLabel("Provider").selectOption("other");
  await form.getByLabel("URL").fill(`${mock.url}/v1`);
  await form.getByLabel("Model").fill("a-model");
  await form.getByLabel("Keep the key").selectOption("project");
  await form.getByRole("button", { name: "Use this model" }).click();
  await expect(page.getByText("of this project")).toBeVisible();
  // The project has one user, whom an empty field takes; emptied by a person, it stays empty.
  await expect(page.getByLabel("User ID")).toHaveValue("ada");
  await page.getByLabel("User ID").fill("");
  await send(page, "be slow");
  await expect(page.getByText("Enter a user ID first.")).toBeVisible();
  await page.getByLabel("User ID").fill("ada");
  await send(page, "be slow");
  await expect(page.getByText("Working.")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText("You stopped the agent.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("of this project")).toBeVisible();
});
