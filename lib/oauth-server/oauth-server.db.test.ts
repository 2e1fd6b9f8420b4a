/** MCP clients that have nothing but an address: the official ones from end to end, and what must not work. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { moveClock, now } from "@/lib/kernel/time/clock";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { askApi, connectUser, MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import {
  allow,
  toUrl,
  authorizeUrl,
  CALLBACK,
  type Cookie,
  OwnProvider,
  postForm,
  register,
  serveOAuth,
  show,
  signingClient,
  signingClient2,
  submit,
  verifierAndChallenge,
} from "@/test/clients/oauth-client";
import { sessionCookie, soon } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { holdTime } from "@/test/setup/hold-time";

beforeAll(holdTime);

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;
let owner: McpOwner;
let stranger: McpOwner;
let browser: Cookie;
let serverId: string;
/** Two clients that registered themselves. */
let clientId: string;
let otherClient: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
  browser = { cookie: await sessionCookie(owner.userId) };
  ({ id: serverId } = await newMcpServer(owner, { name: "Desk tools" }));
  clientId = (await register()).body.client_id ?? "";
  otherClient = (await register()).body.client_id ?? "";
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const asks = (path: string, token: string, method = "ping", params = {}) =>
  postMcp(path, message(method, params), { authorization: `Bearer ${token}` });
const statusOf = async (token: string, path = serverId) => (await asks(path, token)).status;
const isRefused = (status: number) => status === 401;
/** Resolves when a token no longer works: its end is announced to all copies of the app. */
const waitForTokenEnd = (token = "") => soon(() => statusOf(token), isRefused);

/** A code by hand, allowed by the owner, and the form that collects it. */
async function collected(of = serverId, fields: Record<string, string> = {}) {
  const { verifier, challenge } = verifierAndChallenge();
  const code = await allow(authorizeUrl(clientId, of, challenge), browser, { user_id: "ada", ...fields });
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
}
async function granted(of = serverId) {
  const form = await collected(of);
  const { body } = await postForm("token", form);
  return { form, access: body.access_token ?? "", refresh: body.refresh_token ?? "" };
}
const renew = (refresh: string, more: Record<string, string> = {}) =>
  postForm("token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh, ...more });

describe("the official clients", () => {
  it("find their way from the address alone, get a member's consent, and renew their tokens", async () => {
    const ownProvider = new OwnProvider();
    const first = signingClient(`${serverId}/mcp`, ownProvider);
    await expect(first.client.connect(first.transport)).rejects.toThrow(/Unauthorized/);
    const requestUrl = ownProvider.asked ?? new URL(toUrl("/"));
    expect(requestUrl.searchParams.get("resource")).toBe(toUrl(`/v3/mcp/${serverId}/mcp`));
    const page = await show(requestUrl, browser);
    for (const words of ["Allow Desk?", "Desk tools", "2 tools", "LOOPBACK_READ", owner.userId, "your own computer"])
      expect(page.text).toContain(words);
    const back = new URL((await submit(requestUrl, browser, { decision: "allow", user_id: "ada" })).to);
    expect([back.origin + back.pathname, back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual([
      CALLBACK,
      "state-of-desk",
      toUrl(""),
    ]);
    await first.transport.finishAuth(back.searchParams.get("code") ?? "");
    const second = signingClient(`${serverId}/mcp`, ownProvider);
    await second.client.connect(second.transport);
    expect((await second.client.listTools()).tools).toHaveLength(2);
    const before = ownProvider.kept?.access_token ?? "";
    await db.oauthAccessToken.updateMany({ where: { hash: hashToken(before) }, data: { expiresAt: now() } });
    const third = signingClient(`${serverId}/mcp`, ownProvider);
    await third.client.connect(third.transport);
    await Promise.all([second, third].map(({ client }) => client.close()));
  });

  it("do the same in the second generation, and call with the account of their user", async () => {
    await connectUser(owner, "ada", "key-of-ada-0123456789");
    const ownProvider = new OwnProvider();
    const first = signingClient2(serverId, ownProvider);
    await expect(first.client.connect(first.transport)).rejects.toThrow(/nauthorized/);
    const { to } = await submit(ownProvider.asked ?? "", browser, { decision: "allow", user_id: "ada" });
    await first.transport.finishAuth(new URL(to).searchParams);
    const { client, transport } = signingClient2(serverId, ownProvider);
    await client.connect(transport);
    expect(await client.callTool({ name: "LOOPBACK_READ", arguments: {} })).toMatchObject({
      structuredContent: { successful: true },
    });
    expect(provider.seen.at(-1)?.headers.authorization).toBe("Bearer key-of-ada-0123456789");
    await client.close();
  });
});

describe("the consent page", () => {
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const url = (more: Record<string, string> = {}) => authorizeUrl(clientId, serverId, challenge, more);

  it("is in no frame and no cache, and accepts a form only from its own page", async () => {
    const { headers, status } = await show(url(), browser);
    expect([status, headers.get("x-frame-options"), headers.get("cache-control")]).toEqual([200, "DENY", "no-store"]);
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      `form-action 'self' ${new URL(CALLBACK).origin};`,
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/https:|script-src/);
    const form = { decision: "allow", user_id: "ada" };
    for (const origin of ["https://evil.example", "null", ""])
      expect((await submit(url(), browser, form, { origin })).status).toBe(403);
  });

  it("redirects nobody to an address that the client did not register (400)", async () => {
    for (const redirect_uri of [
      "https://evil.example/callback",
      `${CALLBACK}/../x`,
      `${CALLBACK}?x=1`,
      `${CALLBACK}#x`,
      CALLBACK.replace("127.0.0.1", "127.0.0.1.evil.example"),
      CALLBACK.replace("//", "//evil.example@"),
      CALLBACK.replace("127.0.0.1", "localhost"),
      "javascript:alert(1)",
    ])
      for (const answer of [
        await show(url({ redirect_uri }), browser),
        await submit(url({ redirect_uri }), browser, { decision: "allow", user_id: "ada" }),
      ]) {
        expect([redirect_uri, answer.status, answer.headers.get("location")]).toEqual([redirect_uri, 400, null]);
        expect(answer.text).not.toMatch(/<a |<form (?!method="get" class="languages">)|http-equiv/);
      }
    expect((await show(`${url()}&redirect_uri=${encodeURIComponent(CALLBACK)}`, browser)).status).toBe(400);
    expect((await show(url({ client_id: "oc_unknown" }), browser)).status).toBe(401);
  });

  it("leads back to a client only by a click if its request is wrong (400)", async () => {
    for (const [wrong, code] of [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ resource: toUrl("/v3/mcp/00000000-0000-4000-8000-000000000000") }, "invalid_target"],
      [{ resource: `https://evil.example/v3/mcp/${serverId}` }, "invalid_target"],
      [{ resource: "" }, "invalid_target"],
    ] as const) {
      const { status, headers, text } = await show(url({ state: "s", ...wrong }), browser);
      expect([status, headers.get("location")]).toEqual([400, null]);
      expect(text).toContain(`href="${CALLBACK}?error=${code}&amp;error_description=`);
    }
  });

  it("asks another person to sign in, and accepts no consent in another's name", async () => {
    const outsider = { cookie: await sessionCookie(stranger.userId) };
    const forged = { decision: "allow", as: `member:${owner.userId}`, user_id: "ada" };
    for (const who of [outsider, undefined]) {
      const { text } = await show(url(), who);
      expect(text).toContain("Sign in to continue");
      expect(text).toContain(`/login?next=${encodeURIComponent("/oauth/authorize?")}`.slice(0, 40));
      expect(await submit(url(), who, forged)).toMatchObject({ status: 200, to: "" });
    }
    expect(await submit(url(), browser, { ...forged, as: `member:${stranger.userId}` })).toMatchObject({ to: "" });
    const denied = new URL((await submit(url({ state: "s" }), browser, { decision: "deny" })).to);
    expect([denied.searchParams.get("error"), denied.searchParams.get("state")]).toEqual(["access_denied", "s"]);
  });
});

describe("a code", () => {
  it("works once: a second use ends the tokens of the first", async () => {
    const { form, access, refresh } = await granted();
    expect(await statusOf(access)).toBe(200);
    expect(await postForm("token", form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await waitForTokenEnd(access);
    expect((await renew(refresh)).body.error).toBe("invalid_grant");
  });

  it("is redeemed by one of two simultaneous requests, and then by nobody", async () => {
    const form = await collected();
    const [firstReply, two] = await Promise.all([postForm("token", form), postForm("token", form)]);
    expect([firstReply.status, two.status].sort()).toEqual([200, 400]);
    await waitForTokenEnd(firstReply.body.access_token ?? two.body.access_token);
  });

  it.each([
    ["another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["another redirect address", { redirect_uri: `${CALLBACK}/` }, "invalid_grant"],
    ["another client", { client_id: "other" }, "invalid_grant"],
    ["another resource", { resource: "other" }, "invalid_target"],
  ])("is used up by %s", async (_, wrong: Record<string, string>, error) => {
    const form = await collected();
    if (wrong.client_id) wrong.client_id = otherClient;
    if (wrong.resource) wrong.resource = toUrl(`/v3/mcp/${(await newMcpServer(owner)).id}`);
    expect(await postForm("token", { ...form, ...wrong })).toMatchObject({ status: 400, body: { error } });
    expect(await postForm("token", form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });
});

describe("a token", () => {
  it("works for one server and one user, in a header", async () => {
    const { access } = await granted();
    const other = await newMcpServer(owner);
    const refusal = await asks(other.id, access);
    expect([refusal.status, refusal.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${toUrl(`/.well-known/oauth-protected-resource/v3/mcp/${other.id}`)}", ` +
        'scope="tools", error="invalid_token"',
    ]);
    expect([
      await statusOf(access, (await newMcpServer(stranger)).id),
      await statusOf(access, `${serverId}?user_id=ada`),
      await statusOf(access, `${serverId}?user_id=bob`),
      (await postMcp(`${serverId}?access_token=${access}`, message("ping"))).status,
      (await postMcp(serverId, message("ping"), { "x-api-key": `${access}x` })).status,
    ]).toEqual([401, 200, 403, 401, 401]);
    const bobs = await connectUser(owner, "bob", "key-of-bob-0123456789");
    const before = provider.seen.length;
    const { body } = await asks(`${serverId}?connected_account_id=${bobs}`, access, "tools/call", {
      name: "LOOPBACK_READ",
      arguments: {},
    });
    expect(body.result).toMatchObject({ isError: true });
    expect(provider.seen).toHaveLength(before);
  });

  it("is renewed once: an old refresh token ends its whole family", async () => {
    const { access, refresh } = await granted();
    expect((await renew(refresh, { client_id: otherClient })).body.error).toBe("invalid_grant");
    expect((await renew(refresh, { resource: toUrl("/v3/mcp/other") })).body.error).toBe("invalid_target");
    const { body } = await renew(refresh);
    expect([await statusOf(access), await statusOf(body.access_token ?? "")]).toEqual([200, 200]);
    const back = moveClock(61_000);
    expect((await renew(refresh)).body.error).toBe("invalid_grant");
    back();
    await Promise.all([access, body.access_token].map(waitForTokenEnd));
    expect((await renew(body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  });

  it("is revoked only by its own client", async () => {
    const { access, refresh } = await granted();
    const revoke = (token: string, client_id = clientId) => postForm("revoke", { token, client_id });
    expect([(await revoke(refresh, otherClient)).status, await statusOf(access)]).toEqual([200, 200]);
    expect((await revoke(access)).status).toBe(200);
    await waitForTokenEnd(access);
    const next = (await renew(refresh)).body;
    expect((await revoke(next.refresh_token ?? "")).status).toBe(200);
    await waitForTokenEnd(next.access_token);
  });

  it("ends with its streams when a member ends the client, and when the member who allowed it is gone", async () => {
    const { access } = await granted();
    const { body } = await askApi(owner, "GET", "/internal/patchbay/mcp/clients?limit=1");
    const [newest] = body.items as { id: string }[];
    const path = `/internal/patchbay/mcp/clients/${newest?.id}`;
    expect(newest).toMatchObject({ name: "By hand", user_id: "ada", granted_as: "member", server_id: serverId });
    expect([(await askApi(stranger, "DELETE", path)).status, await statusOf(access)]).toEqual([404, 200]);
    const headers = { accept: "text/event-stream", authorization: `Bearer ${access}` };
    const stream = await fetch(toUrl(`/v3/mcp/${serverId}`), { headers });
    expect(stream.status).toBe(200);
    expect((await askApi(owner, "DELETE", path)).status).toBe(200);
    await waitForTokenEnd(access);
    // The stream that it opened is over, too.
    await stream.text();
    const next = await granted();
    await queryRows("test.leave", "DELETE FROM member WHERE user_id = $1 RETURNING user_id", [owner.userId]);
    expect((await renew(next.refresh)).body.error).toBe("invalid_grant");
    await waitForTokenEnd(next.access);
  });
});
