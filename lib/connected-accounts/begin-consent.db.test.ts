/** Consents that begin with POST /connected_accounts, and what is stored of them. */
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { submit, visit } from "@/test/clients/connect-api";
import { CALLBACK, GITHUB_LOGIN, giveConsent } from "@/test/servers/oauth-providers";
import { resolveAccount } from "./accounts/accounts";
import { activateAccount } from "./credentials/activation";
import { client, APP_URL, githubConfig, link, untilCallback, account } from "@/test/builders/consent";

describe("POST /connected_accounts", () => {
  it("returns 201 with a link straight to the provider, which works until it expires", async () => {
    const { status, body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: {
        user_id: "eve",
        callback_url: APP_URL,
        state: { authScheme: "OAUTH2", val: { status: "INITIALIZING" } },
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "INITIATED",
      connectionData: { authScheme: "OAUTH2", val: { status: "INITIATED", redirectUrl: body.redirect_url } },
    });
    expect((await account(body.id)).state.val.redirectUrl).toBe(body.redirect_url);
    const scanner = await visit(body.redirect_url);
    const person = await visit(body.redirect_url);
    expect([scanner.status, person.status]).toEqual([303, 303]);
    expect((await visit(await giveConsent(person.location ?? "", GITHUB_LOGIN))).location).toContain("status=success");
    expect((await visit(body.redirect_url)).html).toContain("has already been used");
    expect((await account(body.id)).state.val).not.toHaveProperty("redirectUrl");
  });

  it("returns 201 for imported tokens, whose account is ACTIVE at once", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: {
        user_id: "imp",
        state: { authScheme: "OAUTH2", val: { access_token: "gho_imported_token_1", expires_in: 3600 } },
      },
    });
    expect(body).toMatchObject({
      status: "ACTIVE",
      redirect_url: null,
      connectionData: { val: { status: "ACTIVE", access_token: "gho_..." } },
    });
    expect((await db.connectedAccount.findFirst({ where: { id: body.id } }))?.expiresAt?.getTime()).toBeGreaterThan(
      Date.now() + 3_500_000,
    );
  });

  it("keeps a working account and its id while its consent is renewed", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await githubConfig() },
      connection: { user_id: "again", state: { authScheme: "OAUTH2", val: { access_token: "gho_imported_token_2" } } },
    });
    const renewed = await client.call(
      "POST",
      `/connected_accounts/${body.id}/refresh?redirect_url=${encodeURIComponent(APP_URL)}`,
      {},
    );
    expect(renewed.body).toMatchObject({
      id: body.id,
      status: "ACTIVE",
      redirect_url: expect.stringContaining("/connect/ln_") as string,
    });
    const { location } = await visit(renewed.body.redirect_url);
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    expect((await visit(`${CALLBACK}?error=access_denied&state=${state}`)).location).toContain("status=failed");
    expect((await account(body.id)).status).toBe("ACTIVE");
    const second = await visit(renewed.body.redirect_url);
    expect((await visit(await giveConsent(second.location ?? "", GITHUB_LOGIN))).location).toBe(
      `${APP_URL}&status=success&connected_account_id=${body.id}`,
    );
    const resolved = await resolveAccount(client.projectId, { toolkitSlug: "github", userId: "again" });
    expect(resolved.id).toBe(body.id);
  });

  it("does not bring back a deleted account", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    expect((await client.call("DELETE", `/connected_accounts/${linkBody.connected_account_id}`)).body).toEqual({
      success: true,
    });
    expect((await visit(back)).status).toBe(400);
    expect(
      await activateAccount(db, client.projectId, linkBody.connected_account_id, {
        values: { access_token: "x" },
        expiresInSeconds: null,
        by: "user",
      }),
    ).toBe(false);
    expect((await visit(linkBody.redirect_url)).html).toContain("doesn’t work");
  });
});

it("stores states and links as hashes, and every secret sealed", async () => {
  const linkBody = await link(await githubConfig({ client_secret: "planted-client-secret-123456" }));
  const { location } = await submit(linkBody.redirect_url, { action: "connect" });
  const state = new URL(location ?? "").searchParams.get("state") ?? "";
  await visit(await giveConsent(location ?? "", GITHUB_LOGIN));
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: await githubConfig() },
    connection: {
      user_id: "p",
      state: { val: { access_token: "planted-access-token-123456", refresh_token: "planted-refresh-token-123456" } },
    },
  });
  const dump = await db.$queryRaw<{ line: string }[]>`
    SELECT row_to_json(t)::text AS line FROM auth_config t UNION ALL SELECT row_to_json(t)::text FROM connected_account t
    UNION ALL SELECT row_to_json(t)::text FROM link_session t UNION ALL SELECT row_to_json(t)::text FROM oauth_state t`;
  const text = dump.map(({ line }) => line).join("\n");
  expect(text).toContain(hashToken(state));
  for (const secret of [
    state,
    linkBody.link_token,
    "planted-client-secret-123456",
    "planted-access-token-123456",
    "planted-refresh-token-123456",
  ])
    expect(text).not.toContain(secret);
});
