/**
 * Another tenant's signed-in browser turns its session against this tenant: ids, the project header, a page on another
 * site.
 */
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type Answer, type ToolAnswer } from "./fixtures/api";
import { signIn } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const VICTIM = "victim-ada";
const WORKER = process.env.TEST_WORKER_INDEX ?? "0";
// an own project: the rest of the run must not see what is attacked here
const PROJECT = `Attacked ${WORKER}`;

type AttackRequest = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
type AttackResponse = { status: number; text: string };

let upstream: Loopback;
let context: BrowserContext;
let page: Page;
const ids = { project: "", config: "", account: "", log: "", key: "", mcp: "" };
let victim: ReturnType<typeof apiOf>;

/** What the attacker's page can do with its cookie: a fetch on the product's own origin. */
const asAttacker = (input: AttackRequest): Promise<AttackResponse> =>
  page.evaluate(async ({ method, path, body, headers }) => {
    const answer = await fetch(`/api/v3${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }, input);

test.beforeAll(async ({ browser }) => {
  const owner = await provision(run(), { email: run().email, project: PROJECT });
  victim = apiOf(run().url, owner.api_key);
  upstream = await startLoopback((_request, response) =>
    sendJson(response, 200, { secret: "victims-upstream-answer" }),
  );
  ids.project = owner.project_id;
  ids.config = await createAuthConfig(victim, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
    name: "Victim config",
  });
  ids.account = await connectAccount(victim, {
    authConfigId: ids.config,
    userId: VICTIM,
    scheme: "BEARER_TOKEN",
    val: { token: "victims-access-token-1234" },
  });
  const call = await victim.call<ToolAnswer>("POST", "/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER", {
    connected_account_id: ids.account,
    user_id: VICTIM,
    arguments: {},
    version: "latest",
  });
  ids.log = call.body.log_id;
  const keys = await victim.call<{ items: { id: string }[] }>("GET", "/internal/patchbay/api_keys");
  ids.key = keys.body.items[0]?.id ?? "";
  const server = await victim.call<{ id: string }>("POST", "/mcp/servers", {
    name: `Victim server ${Date.now()}`,
    auth_config_ids: [ids.config],
  });
  ids.mcp = server.body.id;
  expect(Object.values(ids).every(Boolean), JSON.stringify(ids)).toBe(true);

  const mallory = await provision(run(), { email: `mallory-${WORKER}-${Date.now()}@example.com`, project: "Mallory" });
  context = await browser.newContext();
  page = await context.newPage();
  await signIn(page, { url: run().url, email: mallory.email, password: mallory.password });
});
test.afterAll(async () => {
  await context.close();
  await upstream.stop();
});

/** One door of each kind; test/attacker goes through all of them. */
const doors = (): AttackRequest[] => [
  { method: "GET", path: `/auth_configs/${ids.config}` },
  { method: "PATCH", path: `/connected_accounts/${ids.account}/status`, body: { enabled: false } },
  { method: "POST", path: "/mcp/servers/generate", body: { mcp_server_id: ids.mcp, user_ids: [VICTIM] } },
  { method: "GET", path: `/logs/tool_execution/${ids.log}` },
  { method: "DELETE", path: `/internal/patchbay/api_keys/${ids.key}` },
];

const lists = (): AttackRequest[] => [
  { method: "GET", path: `/connected_accounts?user_ids=${VICTIM}` },
  { method: "GET", path: "/internal/patchbay/api_keys" },
];

const TRACES = () => [ids.config, ids.account, ids.log, ids.key, ids.mcp, "Victim config", "victims-"];
const expectNoTrace = (text: string, door: AttackRequest): void => {
  // an answer can repeat the id of its request; everything else would be a leak
  for (const trace of TRACES())
    if (!JSON.stringify(door).includes(trace)) expect(text, `${door.method} ${door.path}`).not.toContain(trace);
};

const requireOwn = async (path: string): Promise<Answer> => {
  const answer = await victim.call("GET", path);
  expect(answer.status, path).toBe(200);
  return answer;
};

test("404: a session of another tenant finds none of this tenant's ids, and changes nothing", async () => {
  for (const door of doors()) {
    const { status, text } = await asAttacker(door);
    expect(status, `${door.method} ${door.path}: ${text}`).toBe(404);
    expectNoTrace(text, door);
  }
  const execution = await asAttacker({
    method: "POST",
    path: "/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER",
    body: { connected_account_id: ids.account, user_id: VICTIM, arguments: {}, version: "latest" },
  });
  expect(execution.status, execution.text).toBeGreaterThanOrEqual(400);
  expect(execution.text).not.toContain("victims-upstream-answer");
  expect((await requireOwn(`/auth_configs/${ids.config}`)).body).toMatchObject({
    name: "Victim config",
    status: "ENABLED",
  });
  expect((await requireOwn(`/connected_accounts/${ids.account}`)).body).toMatchObject({
    status: "ACTIVE",
    is_disabled: false,
    alias: null,
  });
});

test("lists of another tenant's session hold nothing of this tenant", async () => {
  for (const list of lists()) {
    const { status, text } = await asAttacker(list);
    expect(status, `${list.method} ${list.path}: ${text}`).toBe(200);
    expectNoTrace(text, list);
    const { items, logs } = JSON.parse(text) as { items?: unknown[]; logs?: unknown[] };
    if (JSON.stringify(list).includes(VICTIM) || JSON.stringify(list).includes(ids.account))
      expect(items ?? logs, list.path).toEqual([]);
  }
});

test("naming this tenant's project in x-project-id opens nothing", async () => {
  const headers = { "x-project-id": ids.project };
  for (const door of doors()) {
    const { status, text } = await asAttacker({ ...door, headers });
    expect([401, 403, 404], `${door.method} ${door.path}: ${text}`).toContain(status);
    expectNoTrace(text, door);
  }
  for (const list of lists()) expectNoTrace((await asAttacker({ ...list, headers })).text, list);
  const session = await asAttacker({ method: "GET", path: "/internal/patchbay/session", headers });
  expect(session.text).not.toContain(ids.project);
  const renamed = await asAttacker({
    method: "PATCH",
    path: "/internal/patchbay/project",
    body: { display_name: "Taken over" },
    headers,
  });
  const { body } = await victim.call("GET", "/org/project/config");
  expect(body, renamed.text).not.toMatchObject({ display_name: "Taken over" });
});

test("403: a page of another site cannot spend the cookie, whatever it sends", async () => {
  const cookie = (await context.cookies(run().url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const body = { name: "Forged key" };
  for (const origin of ["https://evil.example.com", "null", `${run().url}.evil.example.com`, undefined]) {
    const answer = await apiOf(run().url, undefined).call("POST", "/internal/patchbay/api_keys", body, {
      cookie,
      ...(origin && { origin }),
    });
    expect(answer.status, `origin ${origin}: ${answer.text}`).toBe(403);
  }
  const response = await asAttacker({ method: "GET", path: "/internal/patchbay/api_keys" });
  expect(response.text).not.toContain("Forged key");
});

test("a form on another site sends no cookie along", async () => {
  const evil = await startLoopback((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><form method="post" enctype="text/plain" ` +
          `action="${run().url}/api/v3/internal/patchbay/api_keys"><input name='{"name":"Forged by ` +
          `form","x":"' value='"}'><button>Go</button></form>`,
      );
  });
  const tab = await context.newPage();
  await tab.goto(evil.url);
  const [answer] = await Promise.all([
    tab.waitForResponse(/api_keys$/),
    tab.getByRole("button", { name: "Go" }).click(),
  ]);
  expect([401, 403]).toContain(answer.status());
  expect((await asAttacker({ method: "GET", path: "/internal/patchbay/api_keys" })).text).not.toContain(
    "Forged by form",
  );
  await tab.close();
  await evil.stop();
});
