/** Pages of other origins can only call what is open to browser tokens, with a token of a project that lists them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getAccount } from "@/app/api/v3/connected_accounts/[nanoid]/route";
import { GET as listAccounts } from "@/app/api/v3/connected_accounts/route";
import { POST as makeLink } from "@/app/api/v3/connected_accounts/link/route";
import { POST as executeTool } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { operations } from "@/lib/api";
import { db } from "@/lib/kernel/database/db";
import { caller, installApps, openShop, type Shop } from "@/test/clients/limited-keys";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { createApiRouter } from "./api-router";
import type { Route } from "./define-route";

const SERVER = "http://localhost:3000";
const PAGE = "https://app.example.com";
const FOREIGN = "https://evil.example.com";
const EXECUTE = "/api/v3/tools/execute/DESK_READ";
const ALLOW = "access-control-allow-origin";

const router = createApiRouter([getAccount, listAccounts, makeLink, executeTool]);
/** Every operation, to compare their preflights. */
const every = createApiRouter(
  operations.map((op): Route => Object.assign(() => Promise.resolve(new Response(null)), { op })),
);
let provider: Provider;
let shop: Shop;
let token: string;

type PageCall = { origin?: string; site?: string; method?: string; headers?: Record<string, string>; body?: object };
const send = async (path: string, { origin = PAGE, site = "cross-site", method = "GET", headers, body }: PageCall) =>
  router.fetch(
    new Request(`${SERVER}${path}`, {
      method,
      headers: { origin, "sec-fetch-site": site, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
const withToken = (path: string, page: PageCall = {}, key = token) =>
  send(path, { ...page, headers: { "x-api-key": key, ...page.headers } });
const execute = (page: PageCall = {}, key = token) =>
  withToken(EXECUTE, { method: "POST", body: { user_id: "ada", arguments: {} }, ...page }, key);
const preflight = (path: string, method: string, origin = PAGE, door = router) =>
  door.fetch(
    new Request(`${SERVER}${path}`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": method, "access-control-request-headers": "x-api-key" },
    }),
  );
const corsOf = (answer: Response): string[] =>
  [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
const newToken = async (by = shop.full) =>
  (await by("POST", "/internal/patchbay/browser_tokens", { user_id: "ada", tools: ["DESK_READ"] })).body
    .token as string;
const list = (projectId: string, browserOrigins: string[]) =>
  db.project.update({ where: { id: projectId }, data: { config: { browserOrigins } } });

beforeAll(async () => {
  await installApps();
  provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
  shop = await openShop(provider);
  token = await newToken();
  await list(shop.projectId, [PAGE]);
});
afterAll(() => provider.close());

describe("a page of a listed origin", () => {
  it("gets a preflight for each operation that is open to tokens, and for no other", async () => {
    const open: string[] = [];
    for (const { id, path, method } of operations) {
      const answer = await preflight(path.replace(/\{\w+\}/g, "x"), method, PAGE, every);
      if (answer.headers.get(ALLOW) === null) expect(corsOf(answer), id).toEqual([]);
      else open.push(id);
    }
    expect(open.sort()).toEqual(
      operations
        .filter((op) => op.browserToken)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it("may send the headers that a call needs, and no cookies", async () => {
    const { status, headers } = await preflight(EXECUTE, "POST");
    expect([status, headers.get(ALLOW), headers.get("vary")]).toEqual([204, PAGE, "origin"]);
    expect(headers.get("access-control-allow-methods")).toBe("POST");
    expect(headers.get("access-control-allow-headers")).toBe("content-type, x-api-key, idempotency-key");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("calls with a token, and reads the answer, refusals too", async () => {
    for (const answer of [await execute(), await withToken("/api/v3/connected_accounts")])
      expect([answer.status, answer.headers.get(ALLOW)]).toEqual([200, PAGE]);
    const other = await execute({ body: { user_id: "bob", arguments: {} } });
    expect([other.status, other.headers.get(ALLOW)]).toEqual([403, PAGE]);
    const unknown = await execute({}, `${token.slice(0, -1)}_`);
    expect([unknown.status, unknown.headers.get(ALLOW)]).toEqual([401, PAGE]);
  });
});

describe("nothing is executed, and no page can read the answer,", () => {
  it.each([
    ["with an API key", () => execute({}, shop.key)],
    ["with an API key beside a token elsewhere", () => execute({ headers: { authorization: token } }, shop.key)],
    ["from an origin that nobody lists", () => execute({ origin: FOREIGN })],
    ["from a subdomain", () => execute({ origin: `https://x.${PAGE.slice(8)}` })],
    ["from the same host by http", () => execute({ origin: PAGE.replace("https", "http") })],
    ["from another port", () => execute({ origin: `${PAGE}:8443` })],
    ["from an origin with a longer name", () => execute({ origin: `${PAGE}.evil.example` })],
    ["from a sibling site", () => execute({ origin: FOREIGN, site: "same-site" })],
  ])("%s", async (_, call) => {
    const count = provider.seen.length;
    const answer = await call();
    expect([answer.status, corsOf(answer)]).toEqual([403, []]);
    expect(provider.seen).toHaveLength(count);
  });

  it("with the cookie of a person", async () => {
    const owner = await createTestOwner();
    await list(owner.projectId, [PAGE]);
    const cookie = await sessionCookie(owner.userId);
    const answer = await send("/api/v3/connected_accounts", { headers: { cookie } });
    expect([answer.status, corsOf(answer)]).toEqual([403, []]);
    await list(owner.projectId, []);
  });

  it("from an origin that another project lists, although its page may ask", async () => {
    const other = await createTestOwner();
    await list(other.projectId, [FOREIGN]);
    expect((await preflight(EXECUTE, "POST", FOREIGN)).headers.get(ALLOW)).toBe(FOREIGN);
    const count = provider.seen.length;
    expect((await execute({ origin: FOREIGN })).status).toBe(403);
    expect(provider.seen).toHaveLength(count);
    await db.project.update({ where: { id: other.projectId }, data: { deletedAt: new Date() } });
    expect(corsOf(await preflight(EXECUTE, "POST", FOREIGN))).toEqual([]);
  });
});

it.each([
  ["an origin that nobody lists", EXECUTE, "POST", "https://nobody.example"],
  ["an opaque origin", EXECUTE, "POST", "null"],
  ["a pattern", EXECUTE, "POST", "https://*.example.com"],
  ["a very long origin", EXECUTE, "POST", `https://${"a".repeat(5_000)}.example`],
  ["another method", EXECUTE, "GET", PAGE],
  ["a change of an account", "/api/v3/connected_accounts/ca_1", "DELETE", PAGE],
])("a preflight is refused for %s", async (_, path, method, origin) => {
  const answer = await preflight(path, method, origin);
  expect(corsOf(answer)).toEqual([]);
});

it("programs, forwarded calls and extensions are as before: with keys, and without headers for pages", async () => {
  for (const page of [
    { origin: FOREIGN, site: "" },
    { origin: "chrome-extension://abcdef" },
    { origin: SERVER, site: "same-origin" },
  ]) {
    const answer = await execute(page, shop.key);
    expect([answer.status, corsOf(answer)]).toEqual([200, []]);
  }
  expect((await execute({ origin: FOREIGN, site: "" })).status).toBe(200);
});

it("403: an API key adds no origin, and removes them", async () => {
  const change = (origins: string[]) => caller(shop.key)("PATCH", "/org/project/config", { browser_origins: origins });
  expect((await change([PAGE, FOREIGN])).status).toBe(403);
  expect((await change(["https://*.example.com"])).status).toBe(400);
  expect((await change([])).status).toBe(200);
  expect(corsOf(await preflight(EXECUTE, "POST"))).toEqual([]);
  expect((await execute()).status).toBe(403);
});
