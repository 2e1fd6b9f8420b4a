/** An MCP server behind the sign-in of an authorization server: an end user connects on the hosted page. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { goOn, newClient, type Client, visit } from "@/test/clients/connect-api";
import { startHostileMcp, type HostileMcp } from "@/test/servers/hostile-mcp";
import { CALLBACK, giveConsent } from "@/test/servers/oauth-providers";
import { startOAuthServer, type OAuthServer } from "@/test/servers/oauth-server.mjs";
import { forgetSettings } from "@/test/setup/process-memory";
import { registerServer } from "./register-server";
import { syncDueServers } from "./sync-due-servers";

const ON = { requestId: "req_test" };
let client: Client;
let signIn: OAuthServer;
let server: HostileMcp;

beforeAll(async () => {
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
  forgetSettings();
  signIn = await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 });
  server = await startHostileMcp({});
  const answerAll = server.server.listeners("request")[0] as (...args: unknown[]) => void;
  server.server.removeAllListeners("request");
  server.server.on("request", (request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    void signIn
      .accepts(token)
      .then((isValid) => (isValid ? answerAll(request, response) : void response.writeHead(401).end()));
  });
  client = await newClient();
});
afterAll(() => Promise.all([signIn.stop(), server.stop()]));

it("a person signs in at the server's own page; its tools are read with that account, and run with it", async () => {
  const { projectId } = client;
  const discovery = `${signIn.url}/.well-known/openid-configuration`;
  const scheme = { mode: "DCR_OAUTH" as const, discovery_url: discovery };
  const config = { name: "Signed", mcp_url: server.url("mcp"), auth_schemes: [scheme] };
  const by = { createdBy: "test", signal: new AbortController().signal, on: ON };
  const { slug } = await registerServer(projectId, { userId: "all", slug: "signed", config }, by);
  const authConfig = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "DCR_OAUTH",
      credentials: { scopes: ["read"] },
      is_enabled_for_tool_router: true,
    },
  });
  const link = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: authConfig.body.auth_config.id,
    user_id: "ada",
  });
  const browser = new Map<string, string>();
  expect((await visit(link.body.redirect_url, { browser })).status).toBe(200);
  const { location } = await goOn(link.body.redirect_url, { browser });
  const query = new URL(location ?? "").searchParams;
  expect(query.get("resource")).toBe(server.url("mcp"));
  expect(query.get("code_challenge_method")).toBe("S256");
  expect((await visit(await giveConsent(location ?? "", "ada"), { browser })).html).toContain("connected to");
  await syncDueServers(undefined, ON);
  expect(await db.tool.findMany({ where: { projectId }, select: { slug: true } })).toEqual([
    { slug: "CUSTOM_SIGNED_A" },
  ]);
  const { body } = await client.call("POST", "/tools/execute/CUSTOM_SIGNED_A", {
    user_id: "ada",
    arguments: {},
    version: "latest",
  });
  expect(body).toMatchObject({ successful: true, data: { content: [{ text: "done" }] } });
  expect(signIn.grants).toEqual(["authorization_code"]);
});
