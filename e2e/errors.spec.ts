/** The error answers for callers: with the key, another tenant's ids, the tool, the arguments, the provider. */
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type ErrorAnswer, type ToolAnswer } from "./fixtures/api";
import { type Loopback, startLoopback } from "./fixtures/loopback";
import { run } from "./harness/run";

const api = apiOf(run().url, run().api_key);
let upstream: Loopback;
let authConfigId: string;
let accountId: string;

test.beforeAll(async () => {
  upstream = await startLoopback((request, response) => {
    if (request.url?.startsWith("/stall")) return;
    if (request.url?.startsWith("/cut")) return void response.destroy();
    const status = Number(/\/status\/(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ message: status < 400 ? "fine" : "The provider says no" }));
  });
  authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
  }).catch(() =>
    createAuthConfig(api, { toolkit: "github", scheme: "API_KEY", credentials: { base_url: upstream.url } }),
  );
  const { body } = await api.call<{ auth_scheme: string }>("GET", `/auth_configs/${authConfigId}`);
  accountId = await connectAccount(api, {
    authConfigId,
    userId: "errors",
    scheme: body.auth_scheme,
    val: { token: "errors-token", api_key: "errors-token", generic_api_key: "errors-token" },
  });
});
test.afterAll(() => upstream.stop());

const issue = (args: unknown, extra: Record<string, unknown> = {}) =>
  api.call<ToolAnswer & ErrorAnswer>("POST", "/tools/execute/GITHUB_CREATE_AN_ISSUE", {
    connected_account_id: accountId,
    user_id: "errors",
    arguments: args,
    ...extra,
  });
const goodIssue = { owner: "octocat", repo: "hello-world", title: "Hello" };

test("401: a wrong key is told so in the envelope, on every operation alike", async () => {
  for (const key of [undefined, "ak_wrong", "", "Bearer x"]) {
    const answer = await apiOf(run().url, key).call<ErrorAnswer>("GET", "/auth_configs");
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      status: 401,
      code: 401,
      message: expect.stringMatching(/\w/),
      request_id: expect.stringMatching(/^req_/),
      suggested_fix: expect.stringMatching(/x-api-key|key/i),
    });
  }
});

test("404: an unknown tool is answered with the names that come near", async () => {
  const answer = await api.call<ErrorAnswer>("POST", "/tools/execute/GITHUB_CREATE_AN_ISSEU", {
    user_id: "errors",
    arguments: {},
  });
  expect(answer.status).toBe(404);
  expect(JSON.stringify(answer.body)).toContain("GITHUB_CREATE_AN_ISSUE");
  expect((await api.call("GET", "/tools/NO_SUCH_TOOL_AT_ALL")).status).toBe(404);
  expect((await api.call("GET", "/toolkits/no-such-toolkit")).status).toBe(404);
});

test("422: bad arguments are named by their paths", async () => {
  const answer = await issue({ owner: "octocat", title: { not: "a text" } });
  expect(answer.status).toBe(422);
  expect(answer.body.error).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([expect.stringContaining("repo"), expect.stringContaining("title")]),
  });
});

test("400: a malformed body or query says where", async () => {
  const broken = await api.call<ErrorAnswer>("POST", "/auth_configs", "{not json", {
    "content-type": "application/json",
  });
  expect(broken.status).toBe(400);
  const shapeless = await api.call<ErrorAnswer>("POST", "/connected_accounts/link", { user_id: 7 });
  expect(shapeless.status).toBe(400);
  expect(shapeless.body.error.errors?.join(" ")).toContain("auth_config_id");
});

test("200: a limit above the maximum gives the maximum, and the rest on the next pages", async () => {
  const { status, body } = await api.call<{ items: unknown[]; total_pages: number; next_cursor: string | null }>(
    "GET",
    "/tools?limit=99999",
  );
  expect({ status, items: body.items.length }).toEqual({ status: 200, items: 1000 });
  expect(body.next_cursor).not.toBeNull();
  expect(body.total_pages).toBeGreaterThan(1);
});

test("1803: no connected account is told with its code", async () => {
  const answer = await api.call<ErrorAnswer>("POST", "/tools/execute/GITHUB_CREATE_AN_ISSUE", {
    user_id: "nobody-at-all",
    arguments: goodIssue,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ code: 1803, suggested_fix: expect.stringMatching(/\w/) });
});

test("a provider's refusal is an answer: successful is false, the status and its words are told", async () => {
  for (const status of [400, 403, 404, 422, 429, 500]) {
    const answer = await issue(goodIssue, {
      custom_auth_params: { base_url: `${upstream.url}/status/${status}`, parameters: [] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      successful: false,
      error: expect.stringContaining(String(status)),
      log_id: expect.stringMatching(/^log_/),
    });
    expect(answer.body.error).toContain("The provider says no");
  }
});

test("a provider that is down, or hangs up, is an answer with a sentence", async () => {
  // Another address gets the credentials that the caller brings.
  const parameters = [{ name: "authorization", in: "header", value: "Bearer of-the-caller" }];
  for (const base of ["http://127.0.0.1:9", `${upstream.url}/cut`]) {
    const answer = await issue(goodIssue, { custom_auth_params: { base_url: base, parameters } });
    expect(answer.status).toBe(200);
    expect(answer.body.successful).toBe(false);
    expect(String(answer.body.error)).toMatch(/\w+ \w+ \w+/);
    expect(String(answer.body.error)).not.toMatch(/undefined|\bat .*\.(js|ts):\d/);
  }
});

test("a provider that never answers ends at the limit", async () => {
  test.setTimeout(120_000);
  const since = Date.now();
  const answer = await api.call<{ status: number }>("POST", "/tools/execute/proxy", {
    connected_account_id: accountId,
    endpoint: "/stall",
    method: "GET",
  });
  expect(Date.now() - since).toBeLessThan(65_000);
  expect(answer.body.status ?? answer.status).toBe(504);
});

test("a private address that the operator did not allow is refused before a byte is sent", async () => {
  const answer = await issue(goodIssue, { custom_auth_params: { base_url: "http://169.254.169.254", parameters: [] } });
  expect(answer.body.successful ?? false).toBe(false);
  expect(answer.text).toMatch(/not allowed|private|refus|host/i);
});

test("a consent answer with a forged state connects nothing and sets nothing", async () => {
  const answer = await api.call("GET", "/toolkits/auth/callback?code=stolen&state=forged");
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("location")).toBeNull();
});
