/** Inline credentials that are exchanged for a token: once a minute, per project, and never stored. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let ada: Client;
let stranger: Client;
let provider: Provider;
const restores: (() => void)[] = [];

beforeAll(async () => {
  const request = { method: "GET" as const, path: "/read", parameters: [] };
  const tools = [{ slug: "NAMED_READ", input: { type: "object", properties: {} }, request }];
  await installConnectToolkits({ named: { name: "Named", auth: [{ mode: "BASIC" }], tools } });
  [ada, stranger, provider] = [await newClient(), await newClient(), await startProvider()];
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
  provider.reset();
});
afterAll(() => provider.close());

let count = 0;
/** A sign-in that gives a new token each time. */
function signsIn(status = 200, body?: unknown): void {
  provider.answer = (request, response) => {
    const isSignIn = request.url === "/authenticate";
    response
      .writeHead(isSignIn ? status : 200, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          isSignIn ? (body ?? { data: { jwt: `jwt-number-${++count}` } }) : { seen: request.headers.authorization },
        ),
      );
  };
}
const connection = (val: Record<string, unknown> = {}) => ({
  authScheme: "BASIC_WITH_JWT",
  toolkitSlug: "login",
  val: { username: "ada", password: "lovelace-1843", base_url: provider.baseUrl, ...val },
});
const call = (client: Client, val: Record<string, unknown> = {}, more = {}) =>
  client.call("POST", "/tools/execute/proxy", {
    endpoint: "/whoami",
    method: "GET",
    custom_connection_data: connection(val),
    ...more,
  });
const signIns = () => provider.seen.filter(({ url }) => url === "/authenticate").length;
const readAuthorizations = () =>
  provider.seen.filter(({ url }) => url === "/whoami").map(({ headers }) => headers.authorization);

it("signs in once for parallel requests and those within a minute, and again after a minute", async () => {
  signsIn();
  await Promise.all([call(ada), call(ada), call(ada)]);
  await call(ada);
  expect([signIns(), new Set(readAuthorizations()).size]).toEqual([1, 1]);
  restores.push(moveClock(61_000));
  await call(ada);
  expect([signIns(), new Set(readAuthorizations()).size]).toEqual([2, 2]);
});

it("uses a token only for the same project and the same credentials", async () => {
  signsIn();
  const val = { username: "grace" };
  await call(ada, val);
  await call(stranger, val);
  await call(ada, { ...val, password: "another-password-1" });
  expect([signIns(), new Set(readAuthorizations()).size]).toEqual([3, 3]);
});

it("requests another token when the provider refuses the cached one, and sends again once", async () => {
  const val = { username: "edith" };
  signsIn();
  await call(ada, val);
  const first = count;
  provider.answer = (request, response) => {
    const isRefused = request.url === "/whoami" && request.headers.authorization?.includes(`jwt-number-${first}`);
    response
      .writeHead(isRefused ? 401 : 200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: { jwt: `jwt-number-${++count}` } }));
  };
  const { body } = await call(ada, val);
  expect([body.status, signIns(), readAuthorizations().length]).toEqual([200, 2, 3]);
  signsIn(200, { data: { jwt: "never-good-enough" } });
  const answer = provider.answer;
  provider.answer = (request, response) =>
    request.url === "/whoami" ? response.writeHead(401).end() : answer?.(request, response);
  expect((await call(ada, { username: "never" })).body.status).toBe(401);
  expect([signIns(), readAuthorizations().length]).toEqual([4, 5]);
});

it.each([
  [403, { "www-authenticate": 'Bearer error="invalid_token"' }, {}],
  [400, {}, { error: "token_expired" }],
  [403, {}, { message: "The access token has expired." }],
])(
  "renews a token that the provider calls ended with %i %j %j, and sends a write again once",
  async (status, headers, words) => {
    const val = { username: `ended ${JSON.stringify([status, words])}` };
    signsIn();
    await call(ada, val);
    const first = count;
    let done = 0;
    provider.answer = (request, response) => {
      const isRefused = request.url === "/whoami" && request.headers.authorization?.includes(`jwt-number-${first}`);
      if (request.url === "/whoami" && !isRefused) done++;
      response
        .writeHead(isRefused ? status : 200, { "content-type": "application/json", ...(isRefused && headers) })
        .end(JSON.stringify(isRefused ? words : { data: { jwt: `jwt-number-${++count}` } }));
    };
    const { body } = await call(ada, val, { method: "POST", body: { a: 1 } });
    expect([body.status, signIns(), readAuthorizations().length, done]).toEqual([200, 2, 3, 1]);
  },
);

it("returns 400 with the provider's message without the password, and signs in again next time", async () => {
  signsIn(401, { message: "No user with lovelace-1843" });
  const val = { username: "nobody" };
  for (const attempt of [1, 2]) {
    const { status, body } = await call(ada, val);
    expect([status, body.error?.message, signIns()]).toEqual([
      400,
      "These credentials give no access. The provider returned: No user with [redacted].",
      attempt,
    ]);
  }
  expect(readAuthorizations()).toEqual([]);
});

it("sends nowhere the credentials of another toolkit than the tool's (400)", async () => {
  const { status, body } = await ada.call("POST", "/tools/execute/NAMED_READ", {
    arguments: {},
    custom_connection_data: connection(),
  });
  expect([status, body.error?.message]).toEqual([
    400,
    "custom_connection_data is for login, but the request is for named.",
  ]);
  expect(provider.seen).toEqual([]);
});

it("returns 400 with the missing fields, and sends nothing", async () => {
  const { status, body } = await call(ada, { password: undefined });
  expect([status, body.error?.errors, provider.seen.length]).toEqual([
    400,
    ["custom_connection_data.val.password: Password is required."],
    0,
  ]);
});

it("does not sign in at an address that the server may not reach (400)", async () => {
  const { status, body } = await call(ada, { base_url: "http://10.1.2.3" });
  expect([status, body.error?.message]).toEqual([
    400,
    expect.stringContaining("10.1.2.3 is not a public address") as string,
  ]);
});

it("sends nothing for a dry run; the token is requested by the real run", async () => {
  const { status, body } = await call(ada, { username: "dry" }, { dry_run: true });
  expect([status, provider.seen.length, JSON.stringify(body).includes("a-token-that-was-not-asked-for")]).toEqual([
    200,
    0,
    false,
  ]);
});

it("keeps the credentials and the token out of the answer and the database", async () => {
  signsIn();
  const { body } = await call(ada, { username: "secretive", password: "planted-password-31" });
  await flushToolLogs();
  const rows = await db.$queryRawUnsafe<unknown[]>("SELECT row_to_json(l)::text AS row FROM tool_log l");
  expect(rows.length).toBeGreaterThan(0);
  for (const secret of ["planted-password-31", `jwt-number-${count}`])
    expect(JSON.stringify([body, rows])).not.toContain(secret);
});
