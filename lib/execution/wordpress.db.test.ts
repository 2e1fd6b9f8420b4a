/** BASIC from the link to a call, against real WordPress (Debian's package) with an application password. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { type Client, newClient, submit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { type WordPress, hasWordPress, startWordPress } from "@/test/servers/wordpress/wordpress";

const WRONG_PASSWORD = "abcd EFGH 1234 ijkl MNOP 5678";

describe.skipIf(!hasWordPress())("BASIC, against WordPress where it can be unpacked", () => {
  let client: Client;
  let site: WordPress;

  beforeAll(async () => {
    await installConnectToolkits();
    [client, site] = [await newClient(), await startWordPress()];
  });
  afterAll(() => site.stop());

  /** Types name and password on the connect page. Returns the account's id. */
  async function connected(username: string, password: string): Promise<string> {
    const { body: config } = await client.call("POST", "/auth_configs", {
      toolkit: { slug: "basic" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "BASIC",
        credentials: { base_url: `${site.url}/wp-json/wp/v2` },
      },
    });
    const { body } = await client.call("POST", "/connected_accounts/link", {
      auth_config_id: config.auth_config.id,
      user_id: "ada",
    });
    const response = await submit(body.redirect_url, { action: "connect", username, password });
    expect([response.status, response.html.includes("account is connected to")]).toEqual([200, true]);
    return body.connected_account_id;
  }
  const proxy = async (id: string, request: object) =>
    (await client.call("POST", "/tools/execute/proxy", { connected_account_id: id, method: "GET", ...request })).body;
  async function log(): Promise<string> {
    await flushToolLogs();
    const { rows } = await pool().query<{ row: string }>(
      "SELECT tool_log::text AS row FROM tool_log WHERE project_id = $1",
      [client.projectId],
    );
    return rows.map(({ row }) => row).join("\n");
  }

  it("connects over the page, calls as the person, and reads back the post it created", async () => {
    const id = await connected(site.username, site.password);
    expect(await proxy(id, { endpoint: "/users/me" })).toMatchObject({
      status: 200,
      data: { slug: "ada", name: "ada" },
    });
    const response = await proxy(id, {
      endpoint: "/posts",
      method: "POST",
      body: { title: "On engines", content: "Weaves algebra.", status: "private" },
    });
    expect(response).toMatchObject({ status: 201, data: { title: { raw: "On engines" } } });
    const { id: post } = response.data as { id: number };
    expect(await proxy(id, { endpoint: `/posts/${post}?context=edit` })).toMatchObject({
      status: 200,
      data: { status: "private", content: { raw: "Weaves algebra." } },
    });
  });

  it.each([
    ["a wrong application password", () => WRONG_PASSWORD],
    ["the password of the sign-in, which the API does not take", () => "lovelace-1843"],
  ])("shows WordPress's own words for %s (401)", async (_what, password) => {
    const id = await connected(site.username, password());
    expect(await proxy(id, { endpoint: "/users/me" })).toMatchObject({
      status: 401,
      data: { code: "rest_not_logged_in", message: "You are not currently logged in." },
    });
    expect(await proxy(id, { endpoint: "/posts", method: "POST", body: { title: "By nobody" } })).toMatchObject({
      status: 401,
      data: { code: "rest_cannot_create" },
    });
  });

  it("keeps no password in the log", async () => {
    const logText = await log();
    const asSent = (password: string) => Buffer.from(`${site.username}:${password}`).toString("base64");
    expect(logText).toContain("/users/me");
    for (const password of [site.password, WRONG_PASSWORD])
      expect([logText.includes(password), logText.includes(asSent(password))]).toEqual([false, false]);
  });
});
