/** Revocation at a strict OAuth server, at the emulated Google, and at providers with their own ways. */
import { openAccountValues } from "../account-values";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { visit } from "@/test/clients/connect-api";
import { credentialsFor, giveConsent, GOOGLE_EMAIL } from "@/test/servers/oauth-providers";
import { resolveAccount } from "../accounts/accounts";
import {
  client,
  stranger,
  provider,
  server,
  emulated,
  answerWith,
  newConfig,
  consented,
  imported,
  refreshAtServer,
  strictConfig,
  readAccount,
  TOKENS,
} from "@/test/builders/revocation";

const valuesOf = async (id: string) =>
  openAccountValues(client.projectId, id, (await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials);

describe("POST /connected_accounts/{id}/revoke", () => {
  it("revokes the refresh token, then the access token by RFC 7009, and keeps neither", async () => {
    const id = await consented(await strictConfig(), "ada");
    const { access_token: access, refresh_token: refresh } = await valuesOf(id);
    expect(await server.accepts(access)).toBe(true);
    const { status, body } = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([status, body]).toEqual([
      200,
      { revoked_tokens: ["refresh_token", "access_token"], connected_account: { id, status: "REVOKED" } },
    ]);
    expect(await server.accepts(access)).toBe(false);
    const again = await refreshAtServer(refresh);
    expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
    expect((await db.connectedAccount.findUniqueOrThrow({ where: { id } })).credentials).toBeNull();
    expect(await readAccount(id)).toMatchObject({
      status: "REVOKED",
      status_reason: "Revoked on request. The provider revoked the refresh token and the access token.",
    });
    await expect(resolveAccount(client.projectId, { connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1803 },
    });
  });

  it("changes nothing the second time; a new consent makes the account ACTIVE again under its id", async () => {
    const id = await consented(await strictConfig(), "ada");
    await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body).toEqual({
      revoked_tokens: [],
      connected_account: { id, status: "REVOKED" },
    });
    const { body } = await client.call("POST", `/connected_accounts/${id}/refresh`, {});
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    expect((await readAccount(id)).status).toBe("ACTIVE");
  });

  it("returns 503 if the provider is unreachable, keeps the account, and succeeds at the next try", async () => {
    const id = await imported(await strictConfig(`${provider.baseUrl}/revoke`), "ada", TOKENS);
    answerWith(503);
    const failed = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([failed.status, failed.body.error?.message]).toEqual([
      503,
      expect.stringContaining("Couldn't reach the provider to revoke the refresh token: HTTP 503"),
    ]);
    expect([(await readAccount(id)).status, await valuesOf(id)]).toEqual(["ACTIVE", expect.objectContaining(TOKENS)]);
    answerWith(200);
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "refresh_token",
      "access_token",
    ]);
    expect(provider.seen.map(({ body }) => new URLSearchParams(body).get("token_type_hint"))).toEqual([
      "refresh_token",
      "refresh_token",
      "access_token",
    ]);
  });

  it("returns 400 with the provider's refusal without secrets, and deletes nothing", async () => {
    const id = await imported(await strictConfig(`${provider.baseUrl}/revoke`), "ada", TOKENS);
    answerWith(401, { error: "invalid_client", error_description: `unknown ${TOKENS.refresh_token}` });
    const { status, body } = await client.call("POST", `/connected_accounts/${id}/revoke`);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("invalid_client")]);
    expect(JSON.stringify(body)).not.toContain(TOKENS.refresh_token);
    expect(await valuesOf(id)).toMatchObject(TOKENS);
  });

  it("revokes at the emulated Google, where the provider's own way is found beside its token endpoint", async () => {
    const id = await consented(
      await newConfig("gmail", "OAUTH2", credentialsFor(emulated).google),
      "ada",
      GOOGLE_EMAIL,
    );
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "refresh_token",
      "access_token",
    ]);
  });

  it("deletes a GitHub token by name, with the app's id and secret", async () => {
    const config = await newConfig("github", "OAUTH2", {
      client_id: "app",
      client_secret: "app-secret-0123456",
      revoke_url: `${provider.baseUrl}/applications/{client_id}/token`,
    });
    const id = await imported(config, "ada", { access_token: "gho_imported" });
    answerWith(404, { message: "Not Found" });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body).toMatchObject({
      revoked_tokens: ["access_token"],
    });
    expect(provider.seen).toMatchObject([
      {
        method: "DELETE",
        url: "/applications/app/token",
        body: '{"access_token":"gho_imported"}',
        headers: { authorization: `Basic ${Buffer.from("app:app-secret-0123456").toString("base64")}` },
      },
    ]);
    expect((await readAccount(id)).status_reason).toContain("no longer counted");
  });

  it("revokes the bot's and the person's token at Slack, and treats HTTP 200 with an error as error", async () => {
    const config = await newConfig("slack", "OAUTH2", {
      client_id: "1.2",
      client_secret: "slack-secret-0123",
      revoke_url: `${provider.baseUrl}/auth.revoke`,
    });
    const id = await imported(config, "ada", {
      access_token: "xoxb-1",
      authed_user: JSON.stringify({ id: "U1", access_token: "xoxp-1" }),
    });
    answerWith(200, { ok: false, error: "fatal_error" });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(400);
    answerWith(200, { ok: true, revoked: true });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer xoxb-1",
      "Bearer xoxb-1",
      "Bearer xoxp-1",
    ]);
  });

  it("renews an expired token if a revocation needs one, and keeps it when the rest fails", async () => {
    const config = await newConfig("slack", "OAUTH2", {
      client_id: "1.2",
      client_secret: "slack-secret-0123",
      token_url: `${provider.baseUrl}/token`,
      revoke_url: `${provider.baseUrl}/auth.revoke`,
    });
    const id = await imported(config, "ada", { access_token: "xoxe-old", refresh_token: "xoxe-r-1" });
    let down = true;
    provider.answer = ({ url, headers }, response) => {
      const body =
        url === "/token"
          ? { access_token: "xoxe-new", refresh_token: "xoxe-r-2", expires_in: 43200 }
          : headers.authorization === "Bearer xoxe-old"
            ? { ok: false, error: "token_expired" }
            : { ok: true };
      response
        .writeHead(url !== "/token" && down && headers.authorization === "Bearer xoxe-new" ? 500 : 200, {
          "content-type": "application/json",
        })
        .end(JSON.stringify(body));
    };
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(503);
    expect(await valuesOf(id)).toMatchObject({ access_token: "xoxe-new", refresh_token: "xoxe-r-2" });
    down = false;
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual([
      "access_token",
    ]);
  });

  it("deletes a key, keeps harmless fields, and warns that the key still works at the provider", async () => {
    const id = await imported(await newConfig("keyed", "API_KEY", {}), "ada", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual(["credential"]);
    expect(await readAccount(id)).toMatchObject({
      status: "REVOKED",
      status_reason: expect.stringContaining("counts at the provider until someone removes it there") as string,
    });
    expect(await valuesOf(id)).toEqual({ subdomain: "acme" });
  });

  it("does not send the tokens of an operator's own server to the public one", async () => {
    const id = await imported(
      await newConfig("github", "OAUTH2", {
        client_id: "app",
        client_secret: "app-secret-0123456",
        token_url: `${provider.baseUrl}/login/oauth/access_token`,
      }),
      "ada",
      { access_token: "gho_enterprise" },
    );
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toEqual(["credential"]);
  });

  it("returns 404 for another project's account", async () => {
    const id = await imported(await newConfig("keyed", "API_KEY", {}), "ada", {
      subdomain: "acme",
      api_key: "planted-api-key-0123456789",
    });
    expect((await stranger.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(404);
    expect((await readAccount(id)).status).toBe("ACTIVE");
  });
});
