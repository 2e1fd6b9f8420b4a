/** Clients whose ID is the address of their document. Everybody who opens the sign-in page names such an address. */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import {
  allow,
  authorizeUrl,
  CALLBACK,
  postForm,
  serveOAuth,
  show,
  verifierAndChallenge,
} from "@/test/clients/oauth-client";
import { sessionCookie } from "@/test/builders/owners";
import { forgetSettings } from "@/test/setup/process-memory";
import { selfSigned } from "@/test/servers/self-signed";

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;
let owner: McpOwner;
let serverId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
  owner = await newMcpOwner();
  ({ id: serverId } = await newMcpServer(owner));
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const proof = verifierAndChallenge();
const statusOf = async (token: string) =>
  (await postMcp(serverId, message("ping", {}), { authorization: `Bearer ${token}` })).status;
const collect = (code: string, more: Record<string, string>) =>
  postForm("token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: proof.verifier,
    ...more,
  });

describe("a client that is known by its document", () => {
  let host: Server;
  let requestCount = 0;
  let document: (id: string) => string;
  beforeAll(async () => {
    // The certificate is its own authority, which nobody else trusts.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    host = createServer(selfSigned(), (request, response) => {
      requestCount++;
      if (request.url === "/moved.json") response.writeHead(302, { location: "/client.json" }).end();
      else response.end(document(`https://localhost:${(host.address() as AddressInfo).port}${request.url}`));
    });
    await new Promise<void>((resolve) => {
      host.listen(0, "127.0.0.1", resolve);
    });
    document = (id) => JSON.stringify({ client_id: id, client_name: "Documented", redirect_uris: [CALLBACK] });
  });
  afterAll(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    delete process.env.PATCHBAY_OAUTH_CLIENT_ALLOW;
    forgetSettings();
    host.closeAllConnections();
    host.close();
  });

  it("needs no registration; its document is read once, and through the guard", async () => {
    const place = `localhost:${(host.address() as AddressInfo).port}`;
    const browser = { cookie: await sessionCookie(owner.userId) };
    const consent = (id: string) => authorizeUrl(id, serverId, proof.challenge);
    const id = `https://${place}/client.json`;
    // A private host that is open for tools is not for strangers, who name these addresses.
    expect(env().outboundAllow).toContain("localhost:*");
    const closed = await show(consent(id), browser);
    expect([closed.status, requestCount]).toEqual([401, 0]);
    expect(closed.text).toContain(`couldn’t read ${place}, where the program describes itself`);
    process.env.PATCHBAY_OAUTH_CLIENT_ALLOW = place;
    forgetSettings();
    const code = await allow(consent(id), browser, { user_id: "ada" });
    expect((await show(consent(id), browser)).text).toContain(`${place} vouches for it.`);
    expect(requestCount).toBe(1);
    const { body } = await collect(code, { client_id: id });
    expect(await statusOf(body.access_token ?? "")).toBe(200);
    document = () => JSON.stringify({ client_id: id, redirect_uris: [CALLBACK], padding: "x".repeat(20_000) });
    for (const other of ["other.json", "moved.json"])
      expect((await show(consent(`https://${place}/${other}`), browser)).status).toBe(401);
    const before = requestCount;
    expect((await show(consent("https://169.254.169.254/client.json"), browser)).status).toBe(401);
    expect(requestCount).toBe(before);
  });
});
