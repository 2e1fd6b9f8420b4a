/** Refresh tokens that two windows of a client send at once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer } from "@/test/clients/mcp-api";
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
  verifierAndChallenge,
} from "@/test/clients/oauth-client";
import { sessionCookie, soon } from "@/test/builders/owners";
import { holdTime } from "@/test/setup/hold-time";

// Changes are seen because they are announced.
beforeAll(holdTime);

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;
let browser: Cookie;
let serverId: string;
/** Two clients that registered themselves. */
let clientId: string;
let otherClient: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
  const owner = await newMcpOwner();
  browser = { cookie: await sessionCookie(owner.userId) };
  ({ id: serverId } = await newMcpServer(owner, { name: "Desk tools" }));
  clientId = (await register()).body.client_id ?? "";
  otherClient = (await register()).body.client_id ?? "";
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const statusOf = async (token: string) =>
  (await postMcp(serverId, message("ping", {}), { authorization: `Bearer ${token}` })).status;
/**
 * Resolves when a token opens nothing any more, which is soon: the end of one is announced to all copies of the app.
 */
const waitForTokenEnd = (token = "") =>
  soon(
    () => statusOf(token),
    (status) => status === 401,
  );

/** A code by hand, allowed by the owner, and the form that collects it. */
async function collected() {
  const { verifier, challenge } = verifierAndChallenge();
  const code = await allow(authorizeUrl(clientId, serverId, challenge), browser, { user_id: "ada" });
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
}
async function granted() {
  const form = await collected();
  const { body } = await postForm("token", form);
  return { refresh: body.refresh_token ?? "" };
}
const renew = (refresh: string, more: Record<string, string> = {}) =>
  postForm("token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh, ...more });

describe("a refresh token", () => {
  it("is renewed twice at once by two windows, and all tokens of both go on working", async () => {
    const { refresh } = await granted();
    const [firstReply, two] = await Promise.all([renew(refresh), renew(refresh)]);
    expect([firstReply.status, two.status]).toEqual([200, 200]);
    expect(firstReply.body.access_token).not.toBe(two.body.access_token);
    for (const { body } of [firstReply, two]) expect(await statusOf(body.access_token ?? "")).toBe(200);
    const later = [await renew(firstReply.body.refresh_token ?? ""), await renew(two.body.refresh_token ?? "")];
    for (const { status, body } of later) expect([status, await statusOf(body.access_token ?? "")]).toEqual([200, 200]);
  });

  it("is no longer repeated once its successor was used: that ends the grant", async () => {
    const { refresh } = await granted();
    const { body } = await renew(refresh);
    expect((await renew(refresh, { client_id: otherClient })).body.error).toBe("invalid_grant");
    expect((await renew(refresh, { resource: toUrl("/v3/mcp/other") })).body.error).toBe("invalid_target");
    const next = (await renew(body.refresh_token ?? "")).body;
    expect((await renew(refresh)).body.error).toBe("invalid_grant");
    await waitForTokenEnd(next.access_token);
  });
});
