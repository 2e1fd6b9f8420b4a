/**
 * A provider that repeats what it was sent: the credentials reach no answer and no log, in whatever form they were
 * sent.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let client: Client;
let provider: Provider;

const tools = (slug: string) => [
  {
    slug,
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  },
];

beforeAll(async () => {
  await installConnectToolkits({
    named: { name: "Named", auth: [{ mode: "BASIC" }], tools: tools("NAMED_READ") },
    teams: { name: "Teams", auth: [{ mode: "OAUTH2", provider: "slack" }], tools: tools("TEAMS_READ") },
  });
  [client, provider] = [await newClient(), await startProvider()];
});
afterAll(() => provider.close());

async function tellsNothing(
  [slug, tool, authScheme]: [string, string, string],
  val: Record<string, unknown>,
  secrets: string[],
): Promise<void> {
  provider.answer = (request, response) => {
    const body = {
      said: secrets,
      headers: Object.entries(request.headers).map(([name, value]) => `${name} ${String(value)}`),
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const app = authScheme === "OAUTH2" ? { client_id: "app", client_secret: "app-secret-0123" } : {};
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials: { ...app, base_url: provider.baseUrl } },
  });
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada", state: { val } },
  });
  const { body } = await client.call("POST", `/tools/execute/${tool}`, { user_id: "ada", arguments: {} });
  expect(body).toMatchObject({
    successful: true,
    data: { said: secrets.map(() => expect.stringContaining("[redacted]")) },
  });
  const row = await requireToolLog(client.projectId, String(body.log_id));
  const { rows } = await pool().query<{ row: string }>("SELECT tool_log::text AS row FROM tool_log");
  for (const text of [JSON.stringify(body), JSON.stringify(row), ...rows.map((logRow) => logRow.row)])
    for (const secret of secrets) expect(text).not.toContain(secret);
}

it("hides a password, alone and with the user name in Base64", () =>
  tellsNothing(["named", "NAMED_READ", "BASIC"], { username: "ada", password: "love lace/1843" }, [
    "love lace/1843",
    "love%20lace%2F1843",
    Buffer.from("ada:love lace/1843").toString("base64"),
  ]));

it("hides a password in the forms of a URL, a web form, JSON and HTML", () =>
  tellsNothing(["named", "NAMED_READ", "BASIC"], { username: "ada", password: 'love "lace"/1843 & more' }, [
    "love%20%22lace%22%2f1843%20%26%20more",
    "love+%22lace%22%2F1843+%26+more",
    'love \\"lace\\"/1843 & more',
    "love &quot;lace&quot;/1843 &amp; more",
  ]));

it("hides an OAuth token, and a token inside an object of the provider", () =>
  tellsNothing(
    ["teams", "TEAMS_READ", "OAUTH2"],
    {
      access_token: "xoxb-of-the-bot-0123",
      authed_user: JSON.stringify({ id: "U1", access_token: "xoxp-of-ada-4567" }),
    },
    ["xoxb-of-the-bot-0123", "xoxp-of-ada-4567"],
  ));
