/** API_KEY from the link to a call, against real PowerDNS (Debian's pdns-server) with its HTTP API. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { type Client, newClient, submit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { hasPowerDns, startPowerDns } from "@/test/servers/powerdns";

const KEY = "key-of-the-name-server-0123456789";
const WRONG_KEY = "another-key-of-a-name-server-9876";

const string = { type: "string" };
const POWERDNS: NonNullable<Parameters<typeof installConnectToolkits>[0]>[string] = {
  name: "PowerDNS",
  auth: [{ mode: "API_KEY", apply: [{ in: "header", name: "X-API-Key", value: "{api_key}" }] }],
  tools: [
    {
      slug: "POWERDNS_LIST_ZONES",
      input: { type: "object", properties: { zone: string } },
      request: { method: "GET", path: "/zones", parameters: [{ key: "zone", name: "zone", in: "query" }] },
    },
    {
      slug: "POWERDNS_CREATE_ZONE",
      input: {
        type: "object",
        properties: { name: string, kind: string, nameservers: { type: "array", items: string } },
        required: ["name", "kind"],
      },
      request: {
        method: "POST",
        path: "/zones",
        parameters: [],
        body: {
          mode: "flat",
          contentType: "application/json",
          fields: ["name", "kind", "nameservers"].map((name) => ({ key: name, name })),
        },
      },
    },
  ],
};

describe.skipIf(!hasPowerDns())("API_KEY, against PowerDNS where it can be unpacked", () => {
  let client: Client;
  let server: Awaited<ReturnType<typeof startPowerDns>>;

  beforeAll(async () => {
    await installConnectToolkits({ powerdns: POWERDNS });
    [client, server] = [await newClient(), await startPowerDns(KEY)];
  });
  afterAll(() => server.stop());

  /** Types the key on the connect page. Returns the account's id. */
  async function connected(key: string): Promise<string> {
    const { body: config } = await client.call("POST", "/auth_configs", {
      toolkit: { slug: "powerdns" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: { base_url: server.url } },
    });
    const { body } = await client.call("POST", "/connected_accounts/link", {
      auth_config_id: config.auth_config.id,
      user_id: "ada",
    });
    const submission = await submit(body.redirect_url, { action: "connect", api_key: key });
    expect([submission.status, submission.html.includes("account is connected to")]).toEqual([200, true]);
    return body.connected_account_id;
  }
  const execute = async (tool: string, id: string, args: object = {}) =>
    (await client.call("POST", `/tools/execute/${tool}`, { connected_account_id: id, user_id: "ada", arguments: args }))
      .body;
  const proxy = async (id: string, request: object) =>
    (await client.call("POST", "/tools/execute/proxy", { connected_account_id: id, method: "GET", ...request })).body;

  it("connects over the page, creates zones by tool and by proxy, and reads them back", async () => {
    const id = await connected(KEY);
    expect(await execute("POWERDNS_LIST_ZONES", id)).toMatchObject({ successful: true });
    expect(
      await execute("POWERDNS_CREATE_ZONE", id, {
        name: "engines.example.",
        kind: "Native",
        nameservers: ["ns1.engines.example."],
      }),
    ).toMatchObject({ successful: true, data: { id: "engines.example.", kind: "Native" } });
    expect(await server.resolver.resolveNs("engines.example")).toEqual(["ns1.engines.example"]);
    expect(
      await proxy(id, {
        endpoint: "/zones",
        method: "POST",
        body: { name: "looms.example.", kind: "Native", nameservers: [] },
      }),
    ).toMatchObject({ status: 201, data: { name: "looms.example." } });
    expect(await execute("POWERDNS_LIST_ZONES", id, { zone: "looms.example." })).toMatchObject({
      successful: true,
      data: { response_data: [{ name: "looms.example." }] },
    });
    expect(await proxy(id, { endpoint: "/zones" })).toMatchObject({
      status: 200,
      data: [{ name: "engines.example." }, { name: "looms.example." }],
    });
  });

  it("shows PowerDNS's message for a name that it refuses", async () => {
    expect(
      await execute("POWERDNS_CREATE_ZONE", await connected(KEY), { name: "no-dot.example", kind: "Native" }),
    ).toMatchObject({
      successful: false,
      error: "PowerDNS answered 422 Unprocessable Content: DNS Name 'no-dot.example' is not canonical",
    });
  });

  it("shows PowerDNS's message for a wrong key (401), and keeps no key in the log", async () => {
    const id = await connected(WRONG_KEY);
    expect(await execute("POWERDNS_LIST_ZONES", id)).toMatchObject({
      successful: false,
      error: "PowerDNS answered 401 Unauthorized.",
    });
    expect(await proxy(id, { endpoint: "/zones" })).toMatchObject({ status: 401, data: { error: "Unauthorized" } });
    await flushToolLogs();
    const { rows } = await pool().query<{ row: string }>(
      "SELECT tool_log::text AS row FROM tool_log WHERE project_id = $1",
      [client.projectId],
    );
    const log = rows.map(({ row }) => row).join("\n");
    expect([
      log.includes("POWERDNS_LIST_ZONES"),
      log.includes("PROXY_EXECUTE"),
      log.includes(KEY),
      log.includes(WRONG_KEY),
    ]).toEqual([true, true, false, false]);
  });
});
