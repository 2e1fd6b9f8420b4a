/** The API from before version 3, as its programs call it: shapes, errors and headers. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { LOGIN, startApi, type Api } from "@/test/servers/api";

let api: Api;
let accountId = "";

beforeAll(async () => {
  api = await startApi(["github", "shopify", "hackernews", "slack"]);
  accountId = await api.connect("github", "ada");
});
afterAll(() => api.stop());

type Items = { items: Record<string, unknown>[]; totalPages: number; page?: number };
const get = async <T = Record<string, unknown>>(path: string): Promise<T> => {
  const { status, body } = await api.call("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return body as T;
};

it("names the operation of today in the headers of each answer", async () => {
  const { headers } = await api.call("GET", "/api/v1/apps");
  expect(headers.get("deprecation")).toBe("@1750550400");
  expect(headers.get("link")).toBe('</api/v3/toolkits>; rel="successor-version"');
  expect(headers.get("warning")).toContain("GET /api/v3/toolkits");
  for (const path of ["/api/v1/apps/nothing", "/api/v1/apps/list/enums"])
    expect((await fetch(api.url + path, { headers: { "x-api-key": api.key } })).headers.get("deprecation")).toBe(
      "@1750550400",
    );
});

it("lists names as lines of text, describes itself, and answers 410 where only the hosted API was", async () => {
  const read = async (path: string) => (await fetch(api.url + path, { headers: { "x-api-key": api.key } })).text();
  const actions = await read("/api/v2/actions/list/enums");
  expect(actions.split("\n")).toContain("GITHUB_GET_A_REPOSITORY");
  expect(await read("/api/v1/actions/list/enums")).toBe(actions);
  expect((await read("/api/v1/triggers/list/enums")).split("\n")).toContain("GITHUB_COMMIT_EVENT");
  const document = await get<{ paths: Record<string, unknown> }>("/api/v1/openapi.json");
  expect(Object.keys(document.paths).filter((path) => !/^\/api\/v[12]\//.test(path))).toEqual([]);
  expect(document.paths).toHaveProperty("/api/v2/actions/{actionId}/execute");
  const rerouted = await fetch(`${api.url}/api/rerouted/v1/apps`);
  expect([rerouted.status, await rerouted.text()]).toEqual([410, expect.stringContaining("Use /api/v1/apps,")]);
});

it("refuses in the flat form, with statuses that the programs can read", async () => {
  const cases = [
    ["GET", "/api/v1/apps/nothing", 404, "AppNotFoundError"],
    ["GET", "/api/v2/actions/NOTHING_AT_ALL", 404, "ActionNotFoundError"],
    ["GET", "/api/v1/connectedAccounts/ca_nothing", 404, "ConnectedAccountNotFoundError"],
    ["GET", "/api/v1/integrations/ac_nothing", 404, "IntegrationNotFoundError"],
    ["GET", "/api/v2/triggers/NOTHING", 404, "TriggerNotFoundError"],
    ["GET", "/api/v1/nothing", 404, "NotFoundError"],
    ["PUT", "/api/v1/apps", 400, "BadRequestError"],
    ["POST", "/api/v1/triggers/set_callback_url", 400, "BadRequestError"],
  ] as const;
  for (const [method, path, status, name] of cases) {
    const answer = await api.call(method, path, method === "GET" ? undefined : {});
    expect([path, answer.status, answer.body]).toEqual([
      path,
      status,
      expect.objectContaining({
        name,
        status,
        message: expect.any(String) as string,
        requestId: expect.any(String) as string,
      }),
    ]);
  }
  const stranger = await api.call("GET", "/api/v1/apps", undefined, { "x-api-key": "ak_wrong" });
  expect([stranger.status, stranger.body.type]).toEqual([401, "UnauthorizedError"]);
});

it("answers in words that the operator turned it off", async () => {
  env().olderApi = false;
  const { status, body } = await api.call("GET", "/api/v1/apps");
  env().olderApi = true;
  expect([status, body.message]).toEqual([400, expect.stringContaining("Use GET /api/v3/toolkits.")]);
});

describe("apps", () => {
  it("lists all, and schemes only if they are asked for", async () => {
    const { items } = await get<Items>("/api/v1/apps");
    expect(items.map(({ key }) => key).sort()).toEqual(["github", "hackernews", "shopify", "slack"]);
    expect(items[0]).not.toHaveProperty("auth_schemes");
    const more = await get<Items>("/api/v1/apps?additionalFields=auth_schemes");
    expect(more.items[0]).toHaveProperty("auth_schemes");
  });

  it("finds one by its name in any case, with the fields of app and person apart", async () => {
    const app = await get<{ auth_schemes: { mode: string; fields: Record<string, unknown>[] }[] }>(
      "/api/v1/apps/SHOPIFY",
    );
    const fields = app.auth_schemes.find(({ mode }) => mode === "OAUTH2")?.fields ?? [];
    const names = (isOfUser: boolean) =>
      fields.filter((field) => field.expected_from_customer === isOfUser && field.required).map(({ name }) => name);
    expect(names(false)).toEqual(["client_id", "client_secret"]);
    expect(names(true)).toEqual(["subdomain"]);
  });
});

it("makes, reads, changes and deletes an integration", async () => {
  const terms = { appId: "github", useComposioAuth: false, forceNewIntegration: true };
  const creation = await api.call("POST", "/api/v1/integrations", {
    ...terms,
    authScheme: "BEARER_TOKEN",
    name: "mine",
  });
  expect([creation.status, creation.body]).toEqual([
    200,
    expect.objectContaining({ appName: "github", authScheme: "BEARER_TOKEN", limitedActions: null, deleted: false }),
  ]);
  const path = `/api/v1/integrations/${String(creation.body.id)}`;
  const changed = await api.call("PATCH", path, { enabled: false, limitedActions: ["GITHUB_CREATE_AN_ISSUE"] });
  expect(changed.body).toEqual({ status: "success" });
  expect(await get(path)).toMatchObject({ enabled: false, limitedActions: ["GITHUB_CREATE_AN_ISSUE"] });
  expect((await api.call("DELETE", path)).body).toEqual({ status: "success", count: 1 });
  expect((await api.call("GET", path)).status).toBe(404);
});

it("gives a request that limits actions an integration of its own", async () => {
  const terms = { appId: "github", authScheme: "BEARER_TOKEN" };
  const plain = await api.call("POST", "/api/v1/integrations", terms);
  const limited = await api.call("POST", "/api/v1/integrations", { ...terms, limitedActions: ["GITHUB_GET_A_GIST"] });
  expect(limited.body.id).not.toBe(plain.body.id);
  expect(limited.body.limitedActions).toEqual(["GITHUB_GET_A_GIST"]);
});

it("connects a key, and lists the user's accounts under the older words", async () => {
  const answer = await api.call("POST", "/api/v2/connectedAccounts/initiateConnection", {
    app: { uniqueKey: "github" },
    config: { useComposioAuth: false, authScheme: "BEARER_TOKEN" },
    connection: { entityId: "grace", initiateData: { token: "a-token-of-grace" }, extra: { redirectURL: "" } },
  });
  expect(answer.status).toBe(200);
  const { connectionResponse } = answer.body as { connectionResponse: Record<string, unknown> };
  expect(connectionResponse).toMatchObject({ connectionStatus: "ACTIVE", redirectUrl: null });
  const { items } = await get<Items>("/api/v1/connectedAccounts?user_uuid=grace&showActiveOnly=true");
  expect(items).toMatchObject([{ id: connectionResponse.connectedAccountId, appName: "github", entityId: "grace" }]);
  expect(JSON.stringify(items)).not.toContain("a-token-of-grace");
  const path = `/api/v1/connectedAccounts/${String(connectionResponse.connectedAccountId)}`;
  expect((await api.call("POST", `${path}/disable`)).body).toEqual({ status: "success" });
  expect((await get<Items>("/api/v1/connectedAccounts?user_uuid=grace")).items).toEqual([]);
  expect((await get<Items>("/api/v1/connectedAccounts?user_uuid=grace&showDisabled=true")).items).toHaveLength(1);
  await api.call("POST", `${path}/enable`);
  expect(await get(`${path}/info`)).toMatchObject({ parameters: [] });
  expect((await api.call("DELETE", path)).body).toEqual({ status: "success", count: 1 });
});

describe("actions", () => {
  it("lists by app, by name and for a task, and all without their schemas", async () => {
    const byApp = await get<Items>("/api/v2/actions?apps=github&limit=5");
    expect(byApp.items).toHaveLength(5);
    expect(byApp.items[0]).toMatchObject({ appName: "github", parameters: { type: "object", properties: {} } });
    const byName = await get<Items>("/api/v2/actions?actions=github_create_an_issue,HACKERNEWS_GET_USER");
    expect(byName.items.map(({ name }) => name).sort()).toContain("GITHUB_CREATE_AN_ISSUE");
    const pages = await Promise.all(
      [1, 2].map((page) => get<Items>(`/api/v2/actions?apps=github&pageSize=3&page=${page}`)),
    );
    const six = await get<Items>("/api/v2/actions?apps=github&pageSize=6");
    expect(pages.flatMap(({ items }) => items)).toEqual(six.items);
    expect((await get<Items>("/api/v2/actions?apps=github&page=10000")).items).toEqual([]);
    expect((await get<Items>("/api/v2/actions?apps=hackernews&showEnabledOnly=true")).items).toEqual([]);
    const all = await get<Items>("/api/v2/actions?pageSize=99999999");
    expect(all.items.length).toBeGreaterThan(900);
    expect(all.items[0]?.parameters).toMatchObject({ type: "object", properties: {} });
    const matches = await get<Items>("/api/v2/actions?useCase=create%20an%20issue&usecaseLimit=1");
    expect(matches.items).toHaveLength(1);
  });

  it("lists for Python every action of an app, under its other names too, with schemas for classes", async () => {
    const read = async (more: Record<string, string>): Promise<Record<string, unknown>[]> => {
      const headers = { "x-api-key": api.key, ...more };
      return ((await api.call("GET", "/api/v2/actions?apps=github", undefined, headers)).body as Items).items;
    };
    const [all, ofPython] = [await read({}), await read({ "x-source": "python_sdk", "x-runtime": "langchain" })];
    expect(all.length).toBeGreaterThan(1100);
    expect(all.map(({ name }) => name)).not.toContain("GITHUB_CREATE_ISSUE");
    expect(ofPython.find(({ name }) => name === "GITHUB_CREATE_ISSUE")).toMatchObject({ tags: [], deprecated: true });
    expect(JSON.stringify(ofPython)).toContain("GITHUB_CREATE_AN_ISSUE_title");
  });

  it("executes with an account, and with a user alone", async () => {
    const path = "/api/v2/actions/github_get_the_authenticated_user/execute";
    for (const body of [
      { input: {}, connectedAccountId: accountId, entityId: "default" },
      { input: {}, entityId: "ada" },
    ]) {
      const answer = await api.call("POST", path, body);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ successful: true, successfull: true, error: null }),
      ]);
    }
    const wrong = await api.call("POST", "/api/v2/actions/GITHUB_CREATE_AN_ISSUE/execute", {
      input: {},
      entityId: "ada",
    });
    expect([wrong.status, wrong.body.type]).toEqual([400, "BadRequestError"]);
  });

  it("sends a request of the caller's own", async () => {
    const answer = await api.call("POST", "/api/v2/actions/proxy", {
      connectedAccountId: accountId,
      endpoint: "/user",
      method: "GET",
      parameters: [],
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ successful: true, data: expect.objectContaining({ login: LOGIN }) as object }),
    ]);
  });
});

it("lists executions, keys, projects, tags and files, and has the paths of version 1", async () => {
  const run = await api.call("POST", "/api/v1/actions/github_get_the_authenticated_user/execute", {
    input: {},
    entityId: "ada",
  });
  expect(run.body).toMatchObject({ successful: true });
  const { data } = await get<{ data: Record<string, unknown>[] }>(
    `/api/v1/logs?status=success&time=1d&entityId=ada&connectionId=${accountId}&limit=1`,
  );
  expect(data).toMatchObject([{ appName: "github", connectionId: accountId, type: "action", status: "success" }]);
  expect(await get("/api/v1/logs?status=error&entityId=nobody")).toEqual({ data: [], nextCursor: null });
  expect((await api.call("POST", "/api/v1/logs", { actionName: "mine" })).body).toEqual({ isIngested: false });
  expect(await get("/api/v1/client/auth/projects")).toMatchObject({
    items: [{ id: api.projectId, primaryApiKey: "" }],
  });
  const all = await get<Items>("/api/v2/actions/list/all?apps=hackernews");
  expect(all.items[0]).toMatchObject({ appName: "hackernews", parameters: { properties: {} } });
  expect((await get<Items>("/api/v1/actions?apps=hackernews&limit=2")).items).toHaveLength(2);
  expect(await get("/api/v1/actions/HACKERNEWS_GET_USER")).toMatchObject({ name: "HACKERNEWS_GET_USER" });
  expect((await get<{ items: string[] }>("/api/v2/actions/list/tags?apps=github")).items).toContain("readOnlyHint");
  expect(await get("/api/v2/actions/files/list?app=github")).toEqual({ items: [] });
});

it("shows the beginning of keys, and lets no key make another", async () => {
  const keys = await get<Record<string, unknown>[]>("/api/v1/api_keys");
  expect(keys).toMatchObject([{ key: `${api.key.slice(0, 8)}…`, isHidden: true }]);
  const refusal = await api.call("POST", "/api/v1/api_keys", { name: "mine" });
  expect([refusal.status, refusal.body.message]).toEqual([400, expect.stringContaining("api_keys:write")]);
});

it("finds integrations by filters, and refuses in words what does not exist here", async () => {
  const path = "/api/v2/integrations/search-by-filters";
  const search = async (config: object) =>
    (await api.call("POST", path, { app: { uniqueKey: "github" }, config })).body.matchedIntegrationIds as string[];
  expect((await search({ authScheme: "BEARER_TOKEN" })).length).toBeGreaterThan(0);
  expect(await search({ authScheme: "BASIC" })).toEqual([]);
  const labels = (list: string[]) => api.call("PATCH", `/api/v1/connectedAccounts/${accountId}/data`, { labels: list });
  expect((await labels([])).body).toEqual({ status: "success" });
  expect([(await labels(["primary"])).status, (await labels(["primary"])).body.details]).toEqual([
    400,
    ["labels: must be empty"],
  ]);
  expect((await api.call("POST", "/api/v1/client/auth/project/add", { name: "mine" })).status).toBe(401);
  const inputs = "/api/v2/actions/github_create_an_issue/execute/get.inputs";
  expect((await api.call("POST", inputs, { text: "x" })).body.message).toContain("model");
  const signIn = await api.call("GET", "/api/v1/cli/generate-cli-session");
  expect([signIn.status, signIn.body.message]).toEqual([404, expect.stringContaining("~/.composio/user_data.json")]);
});

describe("triggers", () => {
  it("lists as a bare list, sets one up once, and ends it", async () => {
    const types = await get<Record<string, unknown>[]>("/api/v1/triggers?appNames=github");
    expect(types.length).toBeGreaterThan(3);
    expect(await get<unknown[]>("/api/v1/triggers?triggerIds=NOTHING")).toEqual([]);
    const path = `/api/v1/triggers/enable/${accountId}/github_commit_event`;
    const body = { triggerConfig: { owner: LOGIN, repo: "hello-world" } };
    const first = await api.call("POST", path, body);
    expect([first.status, first.body]).toEqual([200, expect.objectContaining({ status: "success", isNew: true })]);
    const id = String(first.body.triggerId);
    expect((await api.call("POST", path, body)).body).toMatchObject({ triggerId: id, isNew: false });
    expect(await get(`/api/v1/triggers/active_triggers?triggerIds=${id}`)).toMatchObject({
      triggers: [{ id, connectionId: accountId, triggerName: "GITHUB_COMMIT_EVENT" }],
      pageInfo: { currentPage: 1, totalPages: 1 },
    });
    const off = await api.call("PATCH", `/api/v1/triggers/instance/${id}/status`, { enabled: false });
    expect(off.body).toEqual({ status: "success" });
    expect((await api.call("DELETE", `/api/v1/triggers/instance/${id}`)).body).toEqual({ status: "success", count: 1 });
  });
});
