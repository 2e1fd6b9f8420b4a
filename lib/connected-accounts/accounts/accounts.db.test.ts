/** Connected accounts through the API: keys, the choice of an account, masking, tenants, the connect page's form. */
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { submit, visit } from "@/test/clients/connect-api";
import { resolveAccount } from "./accounts";
import { client, stranger, keyed, authConfig, KEY, connect, get, openValues } from "@/test/builders/accounts";

describe("POST /connected_accounts", () => {
  it("returns 201 for a complete key, which is ACTIVE at once and masked", async () => {
    const body = await connect("ada");
    expect(body).toMatchObject({
      status: "ACTIVE",
      redirect_url: null,
      redirect_uri: null,
      connectionData: { authScheme: "API_KEY", val: { status: "ACTIVE", subdomain: "acme", api_key: "plan..." } },
    });
    const response = await get(body.id);
    expect(response.body).toMatchObject({
      id: body.id,
      user_id: "ada",
      word_id: null,
      alias: null,
      is_disabled: false,
      params: {},
      experimental: { account_type: "PRIVATE" },
      toolkit: { slug: "keyed" },
      auth_config: { id: keyed, auth_scheme: "API_KEY", is_disabled: false },
    });
    expect(JSON.stringify([body, response.body])).not.toContain(KEY);
    expect((await openValues("ada")).values).toMatchObject({ subdomain: "acme", api_key: KEY });
  });

  it("accepts the names that other clients use for the same key (201)", async () => {
    await connect("alias", { subdomain: "acme", generic_api_key: "generic-key-1234567" });
    expect((await openValues("alias")).values.api_key).toBe("generic-key-1234567");
  });

  it("leads to the connect page for a missing field, and its form completes the account (201)", async () => {
    const body = await connect("form", { subdomain: "acme" }, { callback_url: "https://app.example/back" });
    expect(body.status).toBe("INITIATED");
    const page = await visit(body.redirect_url);
    expect(page.html).toContain('value="acme"');
    const empty = await submit(body.redirect_url, { action: "connect", subdomain: "acme2", api_key: " " });
    expect(empty.status).toBe(200);
    expect(empty.html).toContain("API key is required.");
    expect(empty.html).toContain('value="acme2"');
    const wrong = await submit(body.redirect_url, {
      action: "connect",
      subdomain: "acme2",
      api_key: KEY,
      api_url: "http://10.0.0.8/",
    });
    expect(wrong.status).toBe(200);
    expect(wrong.html).toContain("is not a public address");
    expect(wrong.html).not.toContain(KEY);
    const done = await submit(body.redirect_url, { action: "connect", subdomain: "acme2", api_key: KEY });
    expect(done.location).toBe(`https://app.example/back?status=success&connected_account_id=${body.id}`);
    expect((await openValues("form")).values).toMatchObject({ subdomain: "acme2", api_key: KEY });
    expect((await submit(body.redirect_url, { action: "connect", subdomain: "x", api_key: "other" })).html).toContain(
      "has already been used",
    );
    expect((await openValues("form")).values.api_key).toBe(KEY);
  });

  it("connects BASIC, BEARER_TOKEN and NO_AUTH (201)", async () => {
    const cases: [string, string, object][] = [
      ["basic", "BASIC", { username: "u", password: "p" }],
      ["github", "BEARER_TOKEN", { token: "ghp_0123456789" }],
      ["open", "NO_AUTH", {}],
    ];
    for (const [toolkit, scheme, val] of cases) {
      const config = await authConfig(toolkit, scheme);
      const { body } = await client.call("POST", "/connected_accounts", {
        auth_config: { id: config },
        connection: { user_id: "all", state: { authScheme: scheme, val } },
      });
      expect(body).toMatchObject({ status: "ACTIVE", connectionData: { authScheme: scheme } });
    }
  });

  it.each([
    [
      "a scheme the auth config does not have",
      { state: { authScheme: "OAUTH2", val: {} } },
      /uses API_KEY, not OAUTH2/,
    ],
    ["a callback that is a script", { callback_url: "javascript:alert(1)" }, /callback_url must be/],
    [
      "a private address",
      { state: { val: { subdomain: "a", api_key: "b", api_url: "http://169.254.169.254/" } } },
      /not a public address/,
    ],
    [
      "an access list on a private account",
      { experimental: { acl_config_for_shared: { allow_all_users: true } } },
      /acl_config_for_shared is only valid on SHARED/,
    ],
  ])("refuses %s (400)", async (_, connection, message) => {
    const { status, body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: keyed },
      connection,
    });
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(message);
  });
});

describe("resolveAccount", () => {
  const choose = (choice: { userId?: string; connectedAccountId?: string; toolkitSlug?: string }) =>
    resolveAccount(client.projectId, { toolkitSlug: "keyed", ...choice });

  it("chooses the most recent working account, and reports that", async () => {
    const [, second, third] = [await connect("many"), await connect("many"), await connect("many")];
    expect(await choose({ userId: "many" })).toMatchObject({
      id: third?.id,
      rule: "most recent",
      userId: "many",
      scheme: "API_KEY",
    });
    await client.call("PATCH", `/connected_accounts/${third?.id}/status`, { enabled: false });
    expect((await choose({ userId: "many" })).id).toBe(second?.id);
    await expect(choose({ connectedAccountId: third?.id ?? "" })).rejects.toMatchObject({
      details: { code: 1803 },
      message: expect.stringContaining("disabled") as string,
    });
    await client.call("PATCH", `/connected_accounts/${third?.id}/status`, { enabled: true });
    expect(await choose({ userId: "many", connectedAccountId: third?.id ?? "" })).toMatchObject({
      id: third?.id,
      rule: "explicit id",
    });
  });

  it("returns 400 1803 with toolkit and user without an account, and the status of one that fails", async () => {
    await expect(choose({ userId: "nobody" })).rejects.toMatchObject({
      kind: "BadRequest",
      message: "The user nobody has no connected keyed account.",
      details: { code: 1803, suggestedFix: expect.stringContaining("/connected_accounts/link") as string },
    });
    await connect("waiting", {});
    await expect(choose({ userId: "waiting" })).rejects.toMatchObject({
      message: expect.stringContaining("its status is INITIATED") as string,
      details: { code: 1803 },
    });
  });

  it("returns 400 1812 for another user's account, 400 for another toolkit's, 404 for another project's", async () => {
    const { id } = await connect("owner");
    await expect(choose({ userId: "thief", connectedAccountId: id })).rejects.toMatchObject({
      kind: "BadRequest",
      details: { code: 1812 },
    });
    await expect(choose({ toolkitSlug: "github", connectedAccountId: id })).rejects.toMatchObject({
      kind: "BadRequest",
      message: expect.stringContaining("is for keyed") as string,
    });
    await expect(
      resolveAccount(stranger.projectId, { toolkitSlug: "keyed", connectedAccountId: id }),
    ).rejects.toMatchObject({ kind: "NotFound" });
  });

  it("chooses a SHARED account for users on its list, and never automatically", async () => {
    const account = await connect("host", undefined, {
      experimental: { account_type: "SHARED", acl_config_for_shared: { allowed_user_ids: ["guest"] } },
    });
    const { id } = account;
    const whole = { allow_all_users: false, allowed_user_ids: ["guest"], not_allowed_user_ids: [] };
    for (const { experimental } of [account, (await get(id)).body])
      expect(experimental).toEqual({ account_type: "SHARED", acl_config_for_shared: whole });
    expect((await choose({ userId: "guest", connectedAccountId: id })).id).toBe(id);
    await expect(choose({ userId: "guest" })).rejects.toMatchObject({ details: { code: 1803 } });
    await expect(choose({ userId: "other", connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1812 },
    });
    await client.call("PATCH", `/connected_accounts/${id}`, {
      experimental: { acl_config_for_shared: { allow_all_users: true, not_allowed_user_ids: ["guest"] } },
    });
    await expect(choose({ userId: "guest", connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1812 },
    });
    expect((await choose({ userId: "other", connectedAccountId: id })).id).toBe(id);
  });

  it("returns 400 1803 for an account of a disabled auth config", async () => {
    const config = await authConfig("basic", "BASIC");
    await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "off", state: { val: { username: "u", password: "p" } } },
    });
    await client.call("PATCH", `/auth_configs/${config}/DISABLED`);
    await expect(choose({ toolkitSlug: "basic", userId: "off" })).rejects.toMatchObject({
      message: expect.stringContaining(`auth config ${config} is disabled`) as string,
    });
  });
});

it("stores keys sealed, so that no column contains one in plain text", async () => {
  await connect("sealed");
  const rows = await db.$queryRaw<{ line: string }[]>`SELECT row_to_json(t)::text AS line FROM connected_account t`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ line }) => line).join("\n")).not.toContain(KEY);
});
