/** An MCP server behind the sign-in of an authorization server: an end user connects on the hosted page. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { goOn, newClient, type Client, visit } from "@/test/clients/connect-api";
import { startHostileMcp, type HostileMcp } from "@/test/servers/hostile-mcp";
import { CALLBACK, giveConsent } from "@/test/servers/oauth-providers";
import { startOAuthServer, type OAuthServer } from "@/test/servers/oauth-server.mjs";
import { runRevocation } from "@/lib/connected-accounts/revocation/run-revocation";
import { forgetSettings } from "@/test/setup/process-memory";
import { registerServer } from "./register-server";
import { syncDueServers } from "./sync-due-servers";

const ON = { requestId: "req_test" };
let client: Client;
let signIn: OAuthServer;
let server: HostileMcp;
/** Those with which the server was called. */
const tokens = new Set<string>();

beforeAll(async () => {
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
  forgetSettings();
  signIn = await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 });
  server = await startHostileMcp({});
  const answerAll = server.server.listeners("request")[0] as (...args: unknown[]) => void;
  server.server.removeAllListeners("request");
  server.server.on("request", (request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (token !== undefined) tokens.add(token);
    void signIn
      .accepts(token)
      .then((isValid) => (isValid ? answerAll(request, response) : void response.writeHead(401).end()));
  });
  client = await newClient();
});
afterAll(() => Promise.all([signIn.stop(), server.stop()]));

/** Makes a toolkit of the server, and connects ada on the hosted page. @returns the query of the server's own page */
async function connectAda(slug: string): Promise<URLSearchParams> {
  const { projectId } = client;
  const discovery = `${signIn.url}/.well-known/openid-configuration`;
  const scheme = { mode: "DCR_OAUTH" as const, discovery_url: discovery };
  const config = { name: slug, mcp_url: server.url("mcp"), auth_schemes: [scheme] };
  const by = { createdBy: "test", signal: new AbortController().signal, on: ON };
  await registerServer(projectId, { userId: "all", slug, config }, by);
  const authConfig = await client.call("POST", "/auth_configs", {
    toolkit: { slug: `custom_${slug}` },
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
  expect((await visit(await giveConsent(location ?? "", "ada"), { browser })).html).toContain("connected to");
  return new URL(location ?? "").searchParams;
}

it("a person signs in at the server's own page; its tools are read with that account, and run with it", async () => {
  const { projectId } = client;
  const query = await connectAda("signed");
  expect(query.get("resource")).toBe(server.url("mcp"));
  expect(query.get("code_challenge_method")).toBe("S256");
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

it.each([
  ["", false],
  ["?revoke_on_delete=false", true],
])("a toolkit that is deleted with %j takes its accounts along; their tokens work on: %s", async (query, works) => {
  tokens.clear();
  const slug = works ? "left" : "ended";
  await connectAda(slug);
  await syncDueServers(undefined, ON);
  const { body } = await client.call("DELETE", `/custom/toolkits/custom_${slug}${query}`);
  expect(body).toMatchObject({ auth_configs_deleted: 1, connected_accounts_deleted: 1 });
  const jobs = body.revoke_job_ids as string[];
  expect(jobs).toHaveLength(works ? 0 : 1);
  for (const jobId of jobs) await runRevocation({ projectId: client.projectId, jobId }, ON);
  expect(tokens.size).toBe(1);
  for (const token of tokens) expect(await signIn.accepts(token)).toBe(works);
});
