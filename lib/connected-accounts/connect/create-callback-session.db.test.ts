/**
 * Callback identity verification: a provider's callback counts only after the project's app has confirmed which user
 * came back.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";
import { type Body, type Client, goOn, submit, visit } from "@/test/clients/connect-api";
import { CALLBACK, giveConsent } from "@/test/servers/oauth-providers";
import { begin, client, later, panic, server, strictConfig, stranger } from "@/test/builders/revocation";
import { completeAuth } from "./complete-auth";
import { expireIncompleteAccounts } from "./expire-incomplete-accounts";
import { ON } from "@/test/builders/origin";

const VERIFIER = "https://app.example/verify?tenant=7";
const MISMATCH = "Callback identity verification failed";

beforeAll(async () => {
  for (const { projectId } of [client, stranger])
    await updateProjectConfig(projectId, { callbackVerifierUrl: VERIFIER });
});
afterEach(async () => {
  await updateProjectConfig(client.projectId, { callbackVerifierUrl: VERIFIER });
});

type Came = { id: string; location: URL; uri: string };

/** The way through the provider of a connection that was begun for `userId`. */
async function comeBack({ id, consent }: { id: string; consent: string }): Promise<Came> {
  const { status, location } = await visit(await giveConsent(consent, "ada"));
  expect(status).toBe(303);
  const url = new URL(location ?? "");
  return { id, location: url, uri: url.searchParams.get("session_uri") ?? "" };
}
const cameBack = async (userId = "ada"): Promise<Came> => comeBack(await begin(await strictConfig(), userId));

const redeem = (uri: string, userId = "ada", by: Client = client) =>
  by.call("POST", "/connected_accounts/complete_auth", { session_uri: uri, user_id: userId });
const account = async (id: string): Promise<Body> => (await client.call("GET", `/connected_accounts/${id}`)).body;
const history = async (id: string): Promise<unknown[]> =>
  (await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`)).body.items.map(
    ({ status, reason }) => `${status}: ${reason}`,
  );
const sessionsOf = (accountId: string) => db.callbackSession.count({ where: { accountId } });
const countGrants = () => server.grants.filter((grant) => grant.startsWith("authorization_code")).length;

describe("a provider's return in a project with a verifier", () => {
  it("redirects to the verifier with session_uri alone, and exchanges and creates nothing", async () => {
    const before = countGrants();
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await strictConfig() },
      connection: { user_id: "ada", callback_url: "https://app.example/connected" },
    });
    const { location, uri } = await comeBack({
      id: body.id,
      consent: (await visit(body.redirect_url)).location ?? "",
    });
    expect(location.href).toBe(`${VERIFIER}&session_uri=${encodeURIComponent(uri)}`);
    expect(uri).toMatch(/^urn:patchbay:callback:\w{32}$/);
    expect(await account(body.id)).toMatchObject({ status: "INITIATED", status_reason: null });
    expect(countGrants()).toBe(before);
  });

  it("redirects in the same way after a refusal, which the redeemer of the session learns", async () => {
    const { id, consent } = await begin(await strictConfig(), "ada");
    const state = new URL(consent).searchParams.get("state") ?? "";
    const { location } = await visit(`${CALLBACK}?error=access_denied&state=${state}`);
    const { status, body } = await redeem(new URL(location ?? "").searchParams.get("session_uri") ?? "");
    expect([status, body.error?.message]).toEqual([404, expect.stringContaining("did not give consent") as string]);
    expect((await account(id)).status).toBe("INITIATED");
  });

  it("redirects a popup to the verifier too", async () => {
    const { body } = await client.call("POST", "/connected_accounts/link", {
      auth_config_id: await strictConfig(),
      user_id: "ada",
      opener_origin: "https://app.example",
    });
    const { location } = await submit(`${body.redirect_url}?popup=1`, { action: "connect" });
    const back = await comeBack({ id: body.connected_account_id, consent: location ?? "" });
    expect(back.location.origin).toBe("https://app.example");
    expect((await redeem(back.uri)).status).toBe(200);
  });

  it("returns 403 for another browser than the one that left, before it reaches the verifier", async () => {
    const { id, consent } = await begin(await strictConfig(), "ada");
    const back = await visit(await giveConsent(consent, "ada"), { browser: new Map() });
    expect([back.status, back.location, await sessionsOf(id)]).toEqual([403, null, 0]);
  });

  it("hides the parameters of the provider and the session's URI", async () => {
    const { id, consent } = await begin(await strictConfig(), "ada");
    const back = await giveConsent(consent, "ada");
    const { location } = await visit(back);
    const uri = new URL(location ?? "").searchParams.get("session_uri") ?? "-";
    const rowsJson = JSON.stringify(await db.callbackSession.findMany({ where: { accountId: id } }));
    expect(rowsJson).toContain("v1.");
    expect(rowsJson).not.toContain(uri);
    expect(rowsJson).not.toContain(new URL(back).searchParams.get("code"));
  });

  it("replaces an earlier return", async () => {
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await strictConfig() },
      connection: { user_id: "ada" },
    });
    const [first, second] = [await goOn(body.redirect_url), await goOn(body.redirect_url)];
    const early = await comeBack({ id: body.id, consent: first.location ?? "" });
    const late = await comeBack({ id: body.id, consent: second.location ?? "" });
    expect([(await redeem(early.uri)).status, (await redeem(late.uri)).status]).toEqual([404, 200]);
  });

  it("redirects as usual in a project without a verifier", async () => {
    const connection = await begin(await strictConfig(), "ada");
    await updateProjectConfig(client.projectId, { callbackVerifierUrl: "" });
    expect((await visit(await giveConsent(connection.consent, "ada"))).html).toContain("account is connected to");
    expect((await account(connection.id)).status).toBe("ACTIVE");
  });

  it("the page allows its form to lead to a verifier on this machine", async () => {
    await updateProjectConfig(client.projectId, { callbackVerifierUrl: "http://localhost:4999/verify" });
    const { body } = await client.call("POST", "/connected_accounts/link", {
      auth_config_id: await strictConfig(),
      user_id: "ada",
    });
    const policy = (await visit(body.redirect_url)).headers.get("content-security-policy");
    expect(policy).toMatch(/form-action [^;]*http:\/\/localhost:4999[ ;]/);
  });
});

describe("POST /connected_accounts/complete_auth", () => {
  it("makes the account ACTIVE once for the user of the connection (200)", async () => {
    const { id, uri } = await cameBack();
    const { status, body } = await redeem(uri);
    expect([status, body]).toEqual([200, { connected_account_id: id, toolkit_slug: "strict" }]);
    expect(await account(id)).toMatchObject({ status: "ACTIVE", status_reason: null });
    expect((await redeem(uri)).status).toBe(404);
    expect((await account(id)).status).toBe("ACTIVE");
    expect(await history(id)).toContain(
      "INITIATED: The user came back from the provider. The app has to confirm who they are.",
    );
  });

  it("returns 200 for exactly one of several simultaneous requests that redeem a session", async () => {
    const { uri } = await cameBack();
    const answers = await Promise.all([redeem(uri), redeem(uri), redeem(uri)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it("makes the account FAILED for another user (400), asks no provider, and uses the session up", async () => {
    const { id, uri } = await cameBack();
    const before = countGrants();
    const { status, body } = await redeem(uri, "mallory");
    expect([status, body.error?.errors]).toEqual([400, ["user_id: is not the user of this connection"]]);
    expect(body.error?.message).toContain(MISMATCH);
    expect(await account(id)).toMatchObject({ status: "FAILED", status_reason: MISMATCH });
    expect([(await redeem(uri)).status, countGrants()]).toEqual([404, before]);
  });

  it("leaves a working account unchanged for another user (400)", async () => {
    const { id, uri } = await cameBack();
    await redeem(uri);
    // Without a refresh token, only a new consent renews it.
    await db.connectedAccount.update({ where: { id }, data: { credentials: null } });
    const { body } = await client.call("POST", `/connected_accounts/${id}/refresh`, {});
    const back = await comeBack({ id, consent: (await visit(body.redirect_url)).location ?? "" });
    expect((await redeem(back.uri, "mallory")).status).toBe(400);
    expect((await account(id)).status).toBe("ACTIVE");
    expect((await history(id))[0]).toBe(`ACTIVE: ${MISMATCH}`);
  });

  it.each([
    ["without a user", { session_uri: "x" }],
    ["with a blank user", { session_uri: "x", user_id: " " }],
    ["without a session", { user_id: "ada" }],
    ["with a session that is a novel", { session_uri: "x".repeat(501), user_id: "ada" }],
  ])("returns 400 %s", async (_, body) => {
    expect((await client.call("POST", "/connected_accounts/complete_auth", body)).status).toBe(400);
  });

  it("returns 404 for an unknown session", async () => {
    expect((await redeem("urn:patchbay:callback:nothing")).status).toBe(404);
  });

  it("returns 404 for a session older than ten minutes, and the account waits", async () => {
    const { id, uri } = await cameBack();
    later(601);
    expect((await redeem(uri)).status).toBe(404);
    expect((await account(id)).status).toBe("INITIATED");
  });

  it("returns 404 for another project, and uses nothing up", async () => {
    const { id, uri } = await cameBack();
    expect((await redeem(uri, "ada", stranger)).status).toBe(404);
    expect((await account(id)).status).toBe("INITIATED");
    expect((await redeem(uri)).status).toBe(200);
  });

  it("returns 404 when the provider refuses; the account waits, and the session is used up", async () => {
    const config = await strictConfig();
    const { id, consent } = await begin(config, "ada");
    const back = new URL(await giveConsent(consent, "ada"));
    back.searchParams.set("code", "a-code-that-the-provider-never-gave");
    const { location } = await visit(back.href);
    const uri = new URL(location ?? "").searchParams.get("session_uri") ?? "";
    const { status, body } = await redeem(uri);
    expect([status, body.error?.message]).toEqual([404, expect.stringContaining("invalid_grant") as string]);
    expect(await account(id)).toMatchObject({ status: "INITIATED", status_reason: null });
    expect((await history(id))[0]).toContain("INITIATED: The app confirmed the user, but");
    expect((await redeem(uri)).body.error?.message).toContain("already used");
  });

  it("returns 404 if the auth config is deleted", async () => {
    const { uri, id } = await cameBack();
    await db.connectedAccount.update({ where: { id }, data: { authConfigId: "ac_gone" } });
    expect((await redeem(uri)).status).toBe(404);
  });

  it("returns 500 for a fault of this server; the account waits, and SDKs do not retry", async () => {
    const { id, uri } = await cameBack();
    await db.connectedAccount.update({ where: { id }, data: { credentials: "v1.broken.value" } });
    await expect(completeAuth(client.projectId, uri, "ada", ON)).rejects.toMatchObject({
      status: 500,
      details: { headers: { "x-should-retry": "false" } },
    });
    const row = await db.connectedAccount.findUniqueOrThrow({ where: { id } });
    expect([row.status, row.statusReason]).toEqual(["INITIATED", null]);
    expect((await redeem(uri)).status).toBe(404);
  });
});

describe("a waiting session", () => {
  it("keeps its account from expiring, and is deleted after its expiry", async () => {
    const { id, consent } = await begin(await strictConfig(), "ada");
    later(500);
    await comeBack({ id, consent });
    later(500);
    await expireIncompleteAccounts();
    expect([(await account(id)).status, await sessionsOf(id)]).toEqual(["INITIATED", 1]);
    later(101);
    await expireIncompleteAccounts();
    expect([(await account(id)).status, await sessionsOf(id)]).toEqual(["EXPIRED", 0]);
  });

  it("ends when the account is revoked, and does not bring it back", async () => {
    const { id, uri } = await cameBack();
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(200);
    expect([(await redeem(uri)).status, (await account(id)).status]).toEqual([404, "REVOKED"]);
  });

  it("ends when all accounts of the user are revoked, and revives none by a new link", async () => {
    const { id, uri } = await cameBack("panicky");
    await panic({ scope: "user", target: "panicky" });
    expect((await client.call("POST", `/connected_accounts/${id}/refresh`, {})).body.status).toBe("INITIATED");
    expect([(await redeem(uri, "panicky")).status, (await account(id)).status]).toEqual([404, "INITIATED"]);
  });

  it("ends when the account is connected in another way", async () => {
    const { id, uri } = await cameBack();
    const { body } = await client.call("POST", `/connected_accounts/${id}/refresh`, {});
    await updateProjectConfig(client.projectId, { callbackVerifierUrl: "" });
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    expect([(await account(id)).status, await sessionsOf(id)]).toEqual(["ACTIVE", 0]);
    expect((await redeem(uri)).status).toBe(404);
  });

  it("is deleted with its account and with its auth config", async () => {
    const firstCallback = await cameBack();
    await client.call("DELETE", `/connected_accounts/${firstCallback.id}`);
    const config = await strictConfig();
    const two = await comeBack(await begin(config, "ada"));
    await client.call("DELETE", `/auth_configs/${config}`);
    expect([await sessionsOf(firstCallback.id), await sessionsOf(two.id)]).toEqual([0, 0]);
    expect([(await redeem(firstCallback.uri)).status, (await redeem(two.uri)).status]).toEqual([404, 404]);
  });

  it("is not created for an account that is revoked while the person is at the provider (400)", async () => {
    const { id, consent } = await begin(await strictConfig(), "ada");
    const back = await giveConsent(consent, "ada");
    await db.connectedAccount.update({ where: { id }, data: { status: "REVOKED" } });
    expect([(await visit(back)).status, await sessionsOf(id)]).toEqual([400, 0]);
  });
});
