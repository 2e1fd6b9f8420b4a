/**
 * Sessions as people look after them: made, watched, changed, ended, and their rules saved; in both themes, from a
 * phone to a desk.
 */
import { expect, test, type Locator, type Page } from "@playwright/test";
import { type Api, apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, expectAccessible, expectContrast, signIn } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, which makes its own sessions
const WORKER = process.env.TEST_WORKER_INDEX ?? "";
const READ = "GITHUB_GET_A_REPOSITORY";
const WRITE = "GITHUB_CREATE_AN_ISSUE";
const MANY = "COMPOSIO_MULTI_EXECUTE_TOOL";

let upstream: Loopback;
let api: Api;
let projectId = "";
let emptyId = "";
let issues = 0;

const project = (name: string) => provision(run(), { email: run().email, project: `${name} ${WORKER}` });

test.describe.configure({ mode: "parallel" });

test.beforeAll(async () => {
  const provisioned = await project("Sessions");
  projectId = provisioned.project_id;
  emptyId = (await project("No sessions")).project_id;
  upstream = await startLoopback((request, response) => {
    if (request.method === "POST") return sendJson(response, 201, { number: ++issues, title: "Looms" });
    return request.url?.startsWith("/repos/ada/engine")
      ? sendJson(response, 200, { id: 1, full_name: "ada/engine" })
      : sendJson(response, 404, { message: "Not Found" });
  });
  api = apiOf(run().url, provisioned.api_key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
  });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "session-token" } });
});
test.afterAll(() => upstream.stop());

let complaints: string[];
test.beforeEach(({ page }) => {
  complaints = complaintsOf(page);
});
test.afterEach(() => expect(complaints).toEqual([]));

async function enter(page: Page, id = projectId): Promise<void> {
  await page.addInitScript((projectId) => window.localStorage.setItem("patchbay.project", projectId), id);
  await signIn(page, run());
}

async function newSession(settings: object = {}): Promise<string> {
  const { body } = await api.call<{ session_id: string }>("POST", "/tool_router/session", {
    user_id: "ada",
    toolkits: ["github"],
    ...settings,
  });
  return body.session_id;
}
const execute = (id: string, slug: string, args: object) =>
  api.call("POST", `/tool_router/session/${id}/execute`, { tool_slug: slug, arguments: args });

/** A session in which an agent read a repository, failed to read another, and made two issues at once. */
async function busySession(): Promise<string> {
  const id = await newSession();
  await execute(id, READ, { owner: "ada", repo: "engine" });
  await execute(id, READ, { owner: "ada", repo: "nothing" });
  await execute(id, MANY, {
    tools: ["Looms", "Cards"].map((title) => ({
      tool_slug: WRITE,
      arguments: { owner: "ada", repo: "engine", title },
    })),
  });
  return id;
}

const addressOf = (place: string): string => run().url + place;
const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name }).click();
const steps = (page: Page): Locator => page.getByRole("list", { name: "Calls, newest first" });

/** Waits until nothing on the page is a placeholder any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator("main h1, main h2").first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

test("every page of sessions fits a phone, a tablet and a desk, in both themes, and axe finds nothing serious", async ({
  page,
}) => {
  test.setTimeout(400_000);
  const id = await busySession();
  await api.call("PATCH", `/tool_router/session/${id}`, { tools: { github: { disable: [WRITE] } } });
  await enter(page);
  const pages = {
    sessions: "/sessions",
    timeline: `/sessions/${id}`,
    configuration: `/sessions/${id}?tab=configuration&a=2`,
    edit: `/sessions/${id}?tab=configuration&edit=1`,
    tools: `/sessions/${id}?tab=tools`,
    connections: `/sessions/${id}?tab=connections`,
    use: `/sessions/${id}?tab=use`,
    new: "/sessions/new",
    saved: "/sessions/saved",
    "saved-new": "/sessions/saved/new",
  };
  for (const [name, place] of Object.entries(pages)) {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 390) await page.goto(addressOf(place));
      await settle(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `${name} at ${width} px`).toBeLessThanOrEqual(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await takePicture(page, `pages/session-${name}-${width}-${colorScheme}`, { fullPage: true });
        if (width === 768) continue;
        const where = `${name} at ${width} px, ${colorScheme}`;
        await (colorScheme === "light" ? expectAccessible(page, where) : expectContrast(page, where));
      }
    }
  }
});

test("a project without sessions shows how a program makes one; a person makes one, told where it was wrong", async ({
  page,
}) => {
  await enter(page, emptyId);
  const frame = page.getByRole("navigation", { name: "Dashboard" });
  // A slow machine shows the frame of the sign-in's answer and that of the page for a moment.
  await expect(frame).toHaveCount(1);
  await frame.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No sessions yet" })).toBeVisible();
  await expect(page.getByText("composio.create(", { exact: false })).toBeVisible();
  await page.getByRole("radio", { name: "curl" }).click();
  await expect(page.getByText("/api/v3/tool_router/session", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Create session" }).first().click();
  await page.getByRole("button", { name: "Create session" }).click();
  await expect(page.getByLabel("User ID")).toBeFocused();
  await expect(page.getByLabel("User ID")).toHaveAccessibleDescription(/^Enter a user ID\.|Enter a user ID\.$/);
  await page.getByLabel("User ID").fill("eva");
  await page.getByRole("radio", { name: "Ask before changes" }).check();
  await expect(page.getByText("The SDK has no argument for some of these settings", { exact: false })).toBeVisible();
  await page.getByText("More settings").click();
  await page.getByRole("radio", { name: "Include" }).first().click();
  const toolkits = page.getByRole("combobox", { name: "Toolkits", exact: true });
  await toolkits.fill("github");
  await page.getByRole("option", { name: "GitHub", exact: true }).click();
  await page.getByRole("radio", { name: "Selected tools" }).click();
  const preloaded = page.getByRole("combobox", { name: "Tools to preload" });
  await preloaded.fill("GITHUB_CREATE_AN_ISUE");
  await page.getByRole("button", { name: "Create session" }).click();
  await expect(page.getByRole("region", { name: "Preloaded tools" })).toContainText("preload.tools.0");
  await page.getByRole("button", { name: "Remove GITHUB_CREATE_AN_ISUE" }).click();
  await preloaded.fill("github create an issue");
  await page.getByRole("option", { name: new RegExp(`${WRITE}$`) }).click();
  const approvals = page.getByRole("combobox", { name: "Tools that need approval" });
  await approvals.fill("github delete a repository");
  await page.getByRole("option", { name: /GITHUB_DELETE_A_REPOSITORY$/ }).click();
  await expect(page.getByRole("region", { name: "Approval" })).toContainText("Delete a repository");
  await page.getByRole("radio", { name: "JSON" }).click();
  await expect(page.getByText("All request settings are available here", { exact: false })).toBeVisible();
  await page.getByRole("radio", { name: "Form" }).click();
  await page.getByRole("button", { name: "Create session" }).click();
  await expect(page.getByRole("heading", { name: "Session for eva" })).toBeVisible();
  await expect(page).toHaveURL(/\/sessions\/trs_/);
  await expect(page.getByText("No calls yet")).toBeVisible();
  await tab(page, "Tools");
  await expect(page.getByRole("list", { name: "Tools of the agent" })).toContainText(WRITE);
  await tab(page, "Configuration");
  await expect(page.getByText("delete data", { exact: false }).first()).toBeVisible();
  await page.goto(addressOf("/sessions"));
  // The name replaces the slug once the names are there.
  await expect(page.getByRole("row", { name: /eva/ })).toContainText("GitHub");
  await page.getByLabel("Source", { exact: true }).selectOption("Created in the dashboard");
  await expect(page).toHaveURL(/made=member/);
  await expect(page.getByRole("row", { name: /eva/ })).toContainText("You");
});

test("the timeline shows each call with those within it, live; a call opens, and runs again after a question", async ({
  page,
}) => {
  const id = await newSession();
  await enter(page);
  await page.goto(addressOf(`/sessions/${id}`));
  await expect(page.getByText("No calls yet")).toBeVisible();
  await execute(id, READ, { owner: "ada", repo: "engine" });
  await expect(steps(page).getByRole("button", { name: /^Get a repository/ })).toBeVisible();
  await expect(steps(page)).toContainText("most recent active account");
  await execute(id, MANY, {
    tools: [{ tool_slug: WRITE, arguments: { owner: "ada", repo: "engine", title: "Looms" } }],
  });
  const within = page.getByRole("list", { name: `Calls within ${MANY}` });
  await expect(within.getByRole("button", { name: /^Create an issue/ })).toBeVisible();
  await within.getByRole("button", { name: /^Create an issue/ }).click();
  const drawer = page.getByRole("dialog", { name: "Create an issue" });
  await expect(drawer.getByText("tokens of arguments", { exact: false })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open the log" })).toHaveAttribute("href", /^\/logs\/tools\?open=log_/);
  const before = issues;
  await drawer.getByRole("button", { name: "Run again" }).click();
  const question = page.getByRole("alertdialog", { name: "Run “Create an issue” again?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(issues).toBe(before);
  await drawer.getByRole("button", { name: "Run again" }).click();
  await question.getByRole("button", { name: "Run tool again" }).click();
  await expect(question).toHaveCount(0);
  expect(issues).toBe(before + 1);
  await page.keyboard.press("Escape");
  await expect(steps(page).getByRole("button", { name: /^Create an issue/ })).toHaveCount(2);
});

test("a configuration is changed, a change by somebody else is not overwritten, and its history says what changed", async ({
  page,
}) => {
  const id = await newSession();
  await enter(page);
  await page.goto(addressOf(`/sessions/${id}?tab=configuration`));
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("checkbox", { name: "Search for tools" }).uncheck();
  await api.call("PATCH", `/tool_router/session/${id}`, { tags: { disable: ["destructiveHint"] } });
  await page.getByRole("button", { name: "Save configuration" }).click();
  await expect(page.getByText("Someone else changed this session")).toBeVisible();
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await expect(page.getByText("Save again to apply your changes to version 2.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Save configuration" }).click();
  await expect(page.getByRole("heading", { name: /^Version 3/ })).toBeVisible();
  await expect(page.getByText("no tools that delete data")).toBeVisible();
  await page.getByRole("button", { name: "Version 3 (current)" }).click();
  await expect(page.getByRole("table", { name: "Version 2 to version 3" })).toContainText("search.enable");
});

test("a session shows its connections and its code, and ends after a question", async ({ page }) => {
  const id = await newSession();
  await enter(page);
  await page.goto(addressOf(`/sessions/${id}?tab=connections`));
  const row = page.getByRole("row", { name: /GitHub/ });
  await expect(row).toContainText("Active");
  await row.getByRole("button", { name: "Connect GitHub" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByLabel("Connect link", { exact: true })).toContainText("/connect/");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Connect", exact: true }).click();
  await expect(page.getByText(`composio.use("${id}")`)).toBeVisible();
  await page.getByRole("button", { name: "Delete session" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete session" }).click();
  await expect(page).toHaveURL(addressOf("/sessions"));
  expect((await api.call("GET", `/tool_router/session/${id}`)).status).toBe(404);
});

test("rules are saved, changed, taken over by a session, and archived", async ({ page }) => {
  await enter(page);
  await page.goto(addressOf("/sessions/saved/new"));
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Read only");
  await page.getByRole("group", { name: "Allow only tools that" }).getByLabel("are read-only").check();
  await page.getByRole("button", { name: "Create saved rules" }).click();
  await expect(page.getByRole("heading", { name: "Read only" })).toBeVisible();
  await page.getByRole("link", { name: "Start session" }).click();
  await page.getByLabel("User id").fill("ada");
  await expect(page.getByText("With the saved rules “Read only”")).toBeVisible();
  await page.getByRole("button", { name: "Create session" }).click();
  await tab(page, "Configuration");
  await expect(page.getByText("only tools that are read-only")).toBeVisible();
  await page.getByRole("link", { name: /^saved rules sc_/ }).click();
  await page.getByRole("button", { name: "Archive rules" }).click();
  await expect(page.getByText("These rules are archived")).toBeVisible();
  await page.goto(addressOf("/sessions/saved"));
  await expect(page.getByText("No saved rules yet")).toBeVisible();
  await page.getByRole("switch", { name: "Archived" }).click();
  await expect(page.getByRole("link", { name: "Read only", exact: true })).toBeVisible();
});
