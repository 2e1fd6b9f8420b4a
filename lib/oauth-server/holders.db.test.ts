/**
 * Who holds tokens besides members: end users by a link, machines, users of the project's identity provider; and how
 * clients register.
 */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { askApi, MCP_TOOLS, newMcpOwner, newMcpServer, type McpBody, type McpOwner } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import {
  allow,
  toUrl,
  authorizeUrl,
  CALLBACK,
  type Cookie,
  postForm,
  register,
  serveOAuth,
  show,
  submit,
  verifierAndChallenge,
} from "@/test/clients/oauth-client";
import { soon } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { holdTime } from "@/test/setup/hold-time";
import { holdWindows } from "@/test/setup/hold-windows";
import { pruneOAuth } from "./prune-oauth";
import { setSignIn } from "./sign-in-settings";

// Changes are seen because they are announced.
beforeAll(holdTime);

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;
let owner: McpOwner;
let stranger: McpOwner;
let serverId: string;
let clientId: string;

beforeAll(async () => {
  await holdWindows();
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
  ({ id: serverId } = await newMcpServer(owner));
  clientId = (await register()).body.client_id ?? "";
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => provider.reset());

const asks = (token: string, method = "ping", params = {}, path = serverId) =>
  postMcp(path, message(method, params), { authorization: `Bearer ${token}` });
const statusOf = async (token: string, path = serverId) => (await asks(token, "ping", {}, path)).status;
const namesOf = async (token: string) =>
  ((await asks(token, "tools/list")).body.result as { tools: { name: string }[] }).tools.map(({ name }) => name);
const is401 = (status: number) => status === 401;
const proof = verifierAndChallenge();
const collect = (code: string, more: Record<string, string> = {}) =>
  postForm("token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: proof.verifier,
    ...more,
  });

describe("an end user", () => {
  const link = (userId: string, more = {}) =>
    askApi(owner, "POST", "/internal/patchbay/sign_in_links", { user_id: userId, ...more });
  const cookieOf = (headers: Headers): Cookie => ({ cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "" });

  it("signs in once by a link, and allows a client for nobody else", async () => {
    const consent = authorizeUrl(clientId, serverId, proof.challenge);
    const { status, body } = await link("carol", { return_to: consent });
    const url = String(body.url);
    expect(status).toBe(201);
    expect((await show(url)).text).toContain("carol");
    expect((await submit(url, undefined, {}, { origin: "https://evil.example" })).status).toBe(403);
    const signedIn = await submit(url, undefined, {});
    expect([signedIn.status, toUrl(signedIn.to)]).toEqual([303, consent]);
    expect(signedIn.headers.get("set-cookie")).toMatch(/^patchbay\.user=.*HttpOnly.*SameSite=Lax/);
    expect([(await submit(url, undefined, {})).status, (await show(url)).status]).toEqual([410, 410]);
    const browser = cookieOf(signedIn.headers);
    const page = await show(consent, browser);
    expect(page.text).toContain("It acts as <b>carol</b>");
    expect(page.text).not.toContain('name="user_id"');
    const code = await allow(consent, browser, { user_id: "bob" });
    expect(await statusOf((await collect(code)).body.access_token ?? "")).toBe(200);
    const { items } = (await askApi(owner, "GET", "/internal/patchbay/mcp/clients?user_id=carol")).body;
    expect(items).toMatchObject([{ user_id: "carol", granted_as: "end_user", granted_by: "carol" }]);
    const elsewhere = authorizeUrl(clientId, (await newMcpServer(stranger)).id, proof.challenge);
    expect((await show(elsewhere, browser)).text).toContain("Sign in to continue");
    const storedLinks = JSON.stringify(await queryRows("test.links", "SELECT * FROM sign_in_link", []));
    for (const secret of [url.split("/").at(-1) ?? "", browser.cookie.split("=")[1] ?? ""]) {
      expect(secret.length).toBeGreaterThan(30);
      expect(storedLinks).not.toContain(secret);
    }
    await queryRows("test.past", "UPDATE sign_in_link SET browser_expires_at = now() - interval '1 second'", []);
    expect((await show(consent, browser)).text).toContain("Sign in to continue");
  });

  it("gets no link that leads elsewhere or has expired", async () => {
    const away = ["https://evil.example/", "//evil.example/", toUrl("//evil.example/"), "/.//evil.example/"];
    for (const return_to of [...away, toUrl("").replace("//", "//evil@"), "javascript:1"])
      expect((await link("carol", { return_to })).status).toBe(400);
    const url = String((await link("carol")).body.url);
    await queryRows("test.expire", "UPDATE sign_in_link SET expires_at = now() - interval '1 second'", []);
    expect([(await show(url)).status, (await submit(url, undefined, {})).status]).toEqual([410, 410]);
    expect((await show(`${url}x`)).status).toBe(404);
  });
});

describe("a machine", () => {
  const make = async (more = {}) =>
    (
      await askApi(owner, "POST", "/internal/patchbay/mcp/clients", {
        name: "Nightly",
        mcp_server_id: serverId,
        user_id: "robot",
        ...more,
      })
    ).body;
  const basic = (id: unknown, secret: unknown) => ({
    authorization: `Basic ${Buffer.from(`${String(id)}:${String(secret)}`).toString("base64")}`,
  });
  const enter = (machine: McpBody, fields: Record<string, string> = {}, secret = machine.client_secret) =>
    postForm("token", { grant_type: "client_credentials", ...fields }, basic(machine.client_id, secret));

  it("gets in by its secret, to the tools that it was made for", async () => {
    const [whole, narrow] = [await make(), await make({ allowed_tools: ["LOOPBACK_READ"] })];
    const [all = "", some = ""] = [await enter(whole), await enter(narrow)].map(({ body }) => body.access_token);
    expect(await namesOf(all)).toEqual(["LOOPBACK_CREATE_ISSUE", "LOOPBACK_READ"]);
    expect(await namesOf(some)).toEqual(["LOOPBACK_READ"]);
    const call = { name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "no" } };
    expect((await asks(some, "tools/call", call)).body.error).toMatchObject({ code: -32602 });
    expect(provider.seen).toEqual([]);
    await askApi(owner, "DELETE", `/internal/patchbay/mcp/clients/${whole.id}`);
    await soon(() => statusOf(all), is401);
    expect((await enter(whole)).body.error).toBe("invalid_client");
  });

  it("gets nothing by another secret, for another server, or as somebody else's client", async () => {
    const machine = await make();
    const wrong = await enter(machine, {}, "ocs_wrong");
    expect([wrong.status, wrong.body.error, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      "invalid_client",
      'Basic realm="oauth"',
    ]);
    const other = toUrl(`/v3/mcp/${(await newMcpServer(owner)).id}`);
    expect((await enter(machine, { resource: other })).body.error).toBe("invalid_target");
    expect((await enter(machine, { grant_type: "refresh_token", refresh_token: "x" })).body.error).toBe(
      "unauthorized_client",
    );
    const self = await postForm("token", { grant_type: "client_credentials", client_id: clientId });
    expect(self.body.error).toBe("unauthorized_client");
    expect((await show(authorizeUrl(String(machine.client_id), serverId, proof.challenge))).status).toBe(401);
    const body = { name: "x", mcp_server_id: serverId, user_id: "robot" };
    expect((await askApi(stranger, "POST", "/internal/patchbay/mcp/clients", body)).status).toBe(404);
  });
});

describe("a user of the project's identity provider", () => {
  const facts = { issuer: "https://login.acme.example", audience: "acme-tools", user_claim: "person.id" };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let jwks: string;
  beforeAll(async () => {
    keys = await generateKeyPair("RS256");
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256" }] });
    await setSignIn(owner.projectId, {
      identity_provider: {
        ...facts,
        jwks_url: `${provider.baseUrl}/keys`,
        toolkits_claim: "apps",
      },
    });
  });
  beforeEach(() => {
    provider.answer = (_, response) => void response.end(jwks);
  });

  const claims = { person: { id: "dora" }, apps: ["loopback"] };
  const whole = (payload: JWTPayload) => ({ iss: facts.issuer, aud: facts.audience, exp: inSeconds(60), ...payload });
  const sign = (payload: JWTPayload = claims, { kid = "one", key = keys.privateKey, alg = "RS256" } = {}) =>
    new SignJWT(whole(payload)).setProtectedHeader({ alg, kid }).sign(key);

  it("reaches the tools of the apps that the token names", async () => {
    expect(await namesOf(await sign())).toHaveLength(2);
    expect(await namesOf(await sign({ ...claims, apps: "other, apps" }))).toEqual([]);
    expect(await namesOf(await sign({ person: claims.person }))).toEqual([]);
    expect(await statusOf(await sign(), `${serverId}?user_id=bob`)).toBe(403);
    expect(await statusOf(await sign(), (await newMcpServer(stranger)).id)).toBe(401);
  });

  it("401: with a token that somebody else could have made, or for somebody else", async () => {
    const strange = await generateKeyPair("RS256");
    const secret = new TextEncoder().encode(jwks);
    const bad: Record<string, string> = {
      "another key": await sign(claims, { key: strange.privateKey }),
      "no algorithm": new UnsecuredJWT(whole(claims)).encode(),
      "the public keys as a shared secret": await sign(claims, { alg: "HS256", key: secret as never }),
      "another issuer": await sign({ ...claims, iss: "https://evil.example" }),
      "another audience": await sign({ ...claims, aud: "another" }),
      "no audience": await sign({ ...claims, aud: undefined }),
      expired: await sign({ ...claims, exp: inSeconds(-60) }),
      "without an end": await sign({ ...claims, exp: undefined }),
      "not yet": await sign({ ...claims, nbf: inSeconds(600) }),
      "no user": await sign({ apps: ["loopback"] }),
      "an object as the user": await sign({ ...claims, person: { id: { $ne: "" } } }),
      "a long user": await sign({ ...claims, person: { id: "x".repeat(501) } }),
    };
    for (const [name, token] of Object.entries(bad)) expect([name, await statusOf(token)]).toEqual([name, 401]);
  });

  it("asks for keys anew for an unknown one, but not for each of a flood of them", async () => {
    const next = await generateKeyPair("RS256");
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(next.publicKey)), kid: "two", alg: "RS256" }] });
    expect(await statusOf(await sign(claims, { kid: "two", key: next.privateKey }))).toBe(200);
    provider.seen.length = 0;
    for (let count = 0; count < 45; count++)
      expect(await statusOf(await sign(claims, { kid: `made-up-${count}` }))).toBe(401);
    expect(provider.seen.length).toBeLessThanOrEqual(20);
    expect(await statusOf(await sign(claims, { kid: "two", key: next.privateKey }))).toBe(200);
    // Keys that nobody has read yet, as after ten minutes: the flood does not keep them away.
    const later = { ...facts, jwks_url: `${provider.baseUrl}/later` };
    await setSignIn(owner.projectId, { identity_provider: later });
    const isRead = () => provider.seen.some(({ url }) => url === "/later");
    await soon(async () => statusOf(await sign(claims, { kid: "two", key: next.privateKey })), isRead);
    await setSignIn(owner.projectId, {});
    await soon(async () => statusOf(await sign(claims, { kid: "two", key: next.privateKey })), is401);
  });
});

describe("registering", () => {
  it("takes a few clients from one address, and forgets those that nobody used", async () => {
    const many = `INSERT INTO oauth_client (id, name, redirect_uris, created_at)
      SELECT 'oc_' || n, 'x', '{}', now() - interval '1 second' * n FROM generate_series(1, 20000) n`;
    await queryRows("test.many", many, []);
    expect((await register()).status).toBe(429);
    await pruneOAuth();
    const { body, status } = await register({ token_endpoint_auth_method: "client_secret_post", client_name: "Kept" });
    expect([status, body.client_secret?.slice(0, 4)]).toEqual([201, "ocs_"]);
    expect((await register({ redirect_uris: ["https://a.example/#x"] })).body.error).toBe("invalid_redirect_uri");
    expect((await collect("x", { client_id: body.client_id ?? "" })).body.error).toBe("invalid_client");
    let answer = { status: 201, body: {} as Record<string, string> };
    for (let count = 0; count < 40 && answer.status === 201; count++) answer = await register();
    expect([answer.status, answer.body.error]).toEqual([429, "temporarily_unavailable"]);
    await queryRows("test.age", "UPDATE oauth_client SET created_at = created_at - interval '25 hours'", []);
    await pruneOAuth();
    const left = await queryRows<{ id: string }>(
      "test.left",
      "SELECT id FROM oauth_client WHERE project_id IS NULL",
      [],
    );
    expect(left).toEqual([{ id: clientId }]);
  });
});
