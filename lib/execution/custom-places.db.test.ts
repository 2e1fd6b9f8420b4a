/** `custom_auth_params`: where its credentials go in a request, and which credentials win over which. */
import { beforeAll, expect, it } from "vitest";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { accountId, failure, projectId, provider, run, string, TOOLS } from "@/test/builders/execute-tool";
import { installLoopbackToolkit } from "@/test/servers/loopback-provider";
import type { ExecutionInput } from "./execute-tool";

type Parameters = NonNullable<NonNullable<ExecutionInput["custom_auth_params"]>["parameters"]>;

const SECRET = "123:planted/secret;of=the caller";
const ENCODED = encodeURIComponent(SECRET);
const send = (slug: string, parameters: Parameters, more: Partial<ExecutionInput> & { base_url?: string } = {}) => {
  const { base_url, ...input } = more;
  return run(slug, { user_id: "nobody", custom_auth_params: { parameters, ...(base_url && { base_url }) }, ...input });
};
const connection = (val: Record<string, string>) => ({ authScheme: "API_KEY", toolkitSlug: "loopback", val });

beforeAll(async () => {
  const parameter = (name: string, more = {}) => ({ key: name, name, in: "path" as const, ...more });
  await installLoopbackToolkit(provider.baseUrl, [
    ...TOOLS,
    {
      slug: "LOOPBACK_BOT",
      input: { type: "object", properties: { token: string, method: string }, required: ["token", "method"] },
      request: { method: "GET", path: "/bot{token}/{method}", parameters: [parameter("token"), parameter("method")] },
    },
  ]);
});

/** The log of an execution as one text. */
const logged = async (logId: string): Promise<string> => JSON.stringify(await requireToolLog(projectId, logId));

it("sends a credential as one part of the path, without an account and without a trace in the log", async () => {
  const answer = await send("LOOPBACK_BOT", [{ in: "path", name: "token", value: SECRET }], {
    arguments: { method: "getMe" },
  });
  expect(provider.seen.map(({ url }) => url)).toEqual([`/bot${ENCODED}/getMe`]);
  expect(provider.seen[0]?.headers.authorization).toBeUndefined();
  for (const text of [JSON.stringify(answer), await logged(answer.log_id)]) {
    expect(text).not.toContain("planted");
    expect(text).toContain("[redacted]");
  }
});

it("sends a credential in the path of a base URL of the same request", async () => {
  await send("LOOPBACK_READ", [{ in: "path", name: "token", value: SECRET }], {
    base_url: `${provider.baseUrl}/bot{token}`,
    arguments: { q: "1" },
  });
  expect(provider.seen[0]?.url).toBe(`/bot${ENCODED}/read?q=1`);
});

it("sends a credential in a cookie, encoded, beside the other cookies", async () => {
  const answer = await send("LOOPBACK_READ", [
    { in: "header", name: "Cookie", value: "theme=dark; sid=stale" },
    { in: "cookie", name: "sid", value: SECRET },
    { in: "cookie", name: "n", value: 7 },
  ]);
  expect(provider.seen[0]?.headers.cookie).toBe(`theme=dark; sid=${ENCODED}; n=7`);
  expect(await logged(answer.log_id)).not.toContain("planted");
});

it("puts a subdomain before the provider's domain, and sends nothing of the user's account there", async () => {
  const answer = await run("LOOPBACK_READ", {
    connected_account_id: accountId,
    dry_run: true,
    custom_auth_params: {
      base_url: "https://{shop}.shops.example/v1",
      parameters: [
        { in: "subdomain", name: "shop", value: "acme" },
        { in: "header", name: "x-token", value: SECRET },
      ],
    },
  });
  const { headers, url } = (answer.data as { request: { headers: Record<string, string>; url: string } }).request;
  expect([url, Object.keys(headers).sort()]).toEqual(["https://acme.shops.example/v1/read", ["accept", "x-token"]]);
});

const READ = "LOOPBACK_READ";
const BASE = { base_url: "https://{shop}.shops.example/v1" };
const REFUSALS: [string, Parameters, { base_url?: string }?][] = [
  [READ, [{ in: "subdomain", name: "shop", value: "evil.com#" }], BASE],
  [READ, [{ in: "subdomain", name: "shop", value: "evil.com" }], BASE],
  [READ, [{ in: "subdomain", name: "shop", value: "x@evil" }], BASE],
  [READ, [{ in: "subdomain", name: "shop", value: "xn--a" }], BASE],
  [READ, [{ in: "subdomain", name: "shop", value: "acme" }], { base_url: "https://{shop}" }],
  [READ, [{ in: "subdomain", name: "shop", value: "acme" }], { base_url: "https://{shop}.a.b@evil.example/" }],
  [READ, [{ in: "subdomain", name: "shop", value: "acme" }]],
  [READ, [{ in: "path", name: "token", value: "t" }]],
  [READ, [{ in: "path", name: "__proto__", value: "t" }]],
  [READ, [{ in: "path", name: "shop", value: "evil" }], BASE],
  ["LOOPBACK_BOT", [{ in: "path", name: "token", value: "../admin" }]],
  ["LOOPBACK_BOT", [{ in: "path", name: "token", value: "..%2f..%2fadmin" }]],
  ["LOOPBACK_BOT", [{ in: "path", name: "token", value: "a\r\nHost: evil.example" }]],
  ["LOOPBACK_TWO_STEPS", [{ in: "path", name: "token", value: "t" }]],
  [READ, [{ in: "cookie", name: "sid", value: "a\r\nSet-Cookie: x=1" }]],
  [READ, [{ in: "cookie", name: "sid=1; admin", value: "1" }]],
  [READ, [{ in: "cookie", name: "a\r\nb", value: "1" }]],
  [READ, [{ in: "header", name: "x-a", value: "1\r\nx-b: 2" }]],
];

it.each(REFUSALS)("%s with %j is sent nowhere (400)", async (slug, parameters, more) => {
  const error = await failure(
    send(slug, parameters, { user_id: "ada", arguments: slug === "LOOPBACK_BOT" ? { method: "x" } : {}, ...more }),
  );
  expect([error.status, error.message]).toEqual([400, expect.stringContaining("custom_auth_params")]);
  expect(provider.seen).toEqual([]);
});

// Ten thousand long values, which a small request asks for by naming one place so often, would end the process.
it.each([
  ["many places", `https://shops.example/${"{a}".repeat(100)}`],
  ["a long address", `https://shops.example/${"a".repeat(2000)}`],
])("%s are not filled in (400)", async (_, base_url) => {
  const error = await failure(send(READ, [{ in: "path", name: "a", value: "\u20ac".repeat(1000) }], { base_url }));
  expect([error.status, error.message]).toEqual([400, expect.stringContaining("2000 characters and 20 places")]);
});

it("returns 400 for an account's value in an address of the caller", async () => {
  const error = await failure(send(READ, [], { user_id: "ada", base_url: `${provider.baseUrl}/{api_key}` }));
  expect([error.status, error.message]).toEqual([400, expect.stringContaining("needs api_key")]);
  expect(provider.seen).toEqual([]);
});

it("custom parameters override the account in every place that both fill", async () => {
  await run(READ, {
    connected_account_id: accountId,
    arguments: { q: "theirs" },
    custom_auth_params: {
      parameters: [
        { in: "header", name: "authorization", value: "Bearer mine" },
        { in: "query", name: "q", value: "mine" },
      ],
    },
  });
  expect(provider.seen[0]).toMatchObject({ url: "/read?q=mine", headers: { authorization: "Bearer mine" } });
});

it("custom_connection_data overrides custom parameters, which fill the places that it leaves open", async () => {
  await run(READ, {
    connected_account_id: accountId,
    custom_connection_data: connection({ api_key: "key-of-the-connection", base_url: `${provider.baseUrl}/own` }),
    custom_auth_params: {
      base_url: "http://127.0.0.1:1",
      parameters: [
        { in: "header", name: "Authorization", value: "Bearer of-the-params" },
        { in: "header", name: "Cookie", value: "sid=of-the-params" },
        { in: "header", name: "X-Api-Version", value: "9" },
      ],
    },
  });
  expect(provider.seen[0]).toMatchObject({
    url: "/own/read",
    headers: { authorization: "Bearer key-of-the-connection", "x-api-version": "9" },
  });
  expect(provider.seen[0]?.headers.cookie).toBeUndefined();
});

it("custom_connection_data overrides custom parameters in the address too", async () => {
  const answer = await run(READ, {
    dry_run: true,
    custom_connection_data: connection({ api_key: "key-of-the-connection", shop: "acme" }),
    custom_auth_params: {
      base_url: "https://{shop}.shops.example",
      parameters: [{ in: "subdomain", name: "shop", value: "other" }],
    },
  });
  expect(answer.data).toMatchObject({ request: { url: "https://acme.shops.example/read" } });
});
