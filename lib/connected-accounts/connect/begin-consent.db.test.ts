/** Connecting through consent pages of real providers: GitHub, Google and Slack as their emulators play them. */
import { describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { submit, visit } from "@/test/clients/connect-api";
import {
  APPS,
  CALLBACK,
  GITHUB_LOGIN,
  GOOGLE_EMAIL,
  SLACK_NAME,
  credentialsFor,
  giveConsent,
} from "@/test/servers/oauth-providers";
import { resolveAccount } from "../accounts/accounts";
import { openCredentials } from "../credentials/open-credentials";
import { refreshNow } from "../credentials/open-credentials";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import {
  providers,
  client,
  APP_URL,
  authConfig,
  githubConfig,
  link,
  untilCallback,
  account,
} from "@/test/builders/consent";
import { ON } from "@/test/builders/origin";

describe("a consent", () => {
  it("goes from the link through GitHub back to the app (303), and the account is ACTIVE and masked", async () => {
    const linkBody = await link(await githubConfig());
    expect(linkBody.redirect_url).toBe(`http://localhost:3000/connect/${linkBody.link_token}`);
    expect((await account(linkBody.connected_account_id)).status).toBe("INITIALIZING");

    const page = await visit(linkBody.redirect_url);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Continue to GitHub");
    const redirect = await submit(linkBody.redirect_url, { action: "connect" });
    const authorize = new URL(redirect.location ?? "");
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      client_id: APPS.github.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "repo read:org",
      code_challenge_method: "S256",
    });
    expect((await account(linkBody.connected_account_id)).status).toBe("INITIATED");

    const back = await visit(await giveConsent(authorize.href, GITHUB_LOGIN));
    expect(back.status).toBe(303);
    expect(back.location).toBe(`${APP_URL}&status=success&connected_account_id=${linkBody.connected_account_id}`);
    const connected = await account(linkBody.connected_account_id);
    expect(connected).toMatchObject({
      status: "ACTIVE",
      status_reason: null,
      requested_scopes: ["repo", "read:org"],
      state: { authScheme: "OAUTH2", val: { status: "ACTIVE" } },
    });
    expect(connected.state.val.access_token).toMatch(/^.{0,4}\.\.\.$/);
  });

  it("keeps known parameters of the provider's callback besides the code, and drops the others", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    expect(
      (await visit(`${back}&installation_id=4711%0A&access_token=forged&base_url=https%3A%2F%2Fevil.example`)).location,
    ).toContain("status=success");
    const scheme = (await requireToolkit(client.projectId, "github")).authSchemes.find(({ mode }) => mode === "OAUTH2");
    if (!scheme) throw new Error("GitHub has no OAuth scheme.");
    const { values } = await openCredentials(
      client.projectId,
      await resolveAccount(client.projectId, {
        toolkitSlug: "github",
        connectedAccountId: linkBody.connected_account_id,
      }),
      scheme,
      ON,
    );
    expect(values.installation_id).toBe("4711");
    expect(values.access_token).not.toBe("forged");
    expect(values.base_url).not.toBe("https://evil.example");
  });

  it("refuses the replay of a state (400), and leaves the account as it is", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    expect((await visit(back)).location).toContain("status=success");
    const replay = await visit(back);
    expect(replay).toMatchObject({ status: 400, location: null });
    expect(replay.html).toContain("This sign-in can’t be completed");
    expect((await account(linkBody.connected_account_id)).status).toBe("ACTIVE");
  });

  it("lets exactly one of two simultaneous callbacks through", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    const answers = await Promise.all([visit(back), visit(back), visit(back)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    expect((await account(linkBody.connected_account_id)).status).toBe("ACTIVE");
  });

  it("returns 400 for an unknown or outdated state, and shows only the way back", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    const restore = moveClock(601_000);
    const late = await visit(back);
    restore();
    const unknown = await visit(`${CALLBACK}?state=st_unknown&code=x`);
    expect([late.status, unknown.status]).toEqual([400, 400]);
    expect(late.html).toBe(unknown.html);
    expect(unknown.html).not.toContain("st_unknown");
  });

  it("is FAILED with the provider's message when GitHub refuses with HTTP 200", async () => {
    const linkBody = await link(await githubConfig({ client_secret: "a-wrong-secret-of-the-operator" }));
    const back = await visit(await untilCallback(linkBody.redirect_url, GITHUB_LOGIN));
    const result = new URL(back.location ?? "").searchParams;
    expect(Object.fromEntries(result)).toMatchObject({
      status: "failed",
      connected_account_id: linkBody.connected_account_id,
      error: "invalid_grant",
    });
    const failed = await account(linkBody.connected_account_id);
    expect(failed.status).toBe("FAILED");
    expect(failed.status_reason).toMatch(/incorrect_client_credentials: .*incorrect/);
    expect(JSON.stringify([failed, back.location])).not.toContain("a-wrong-secret-of-the-operator");
  });

  it("is FAILED when the person declines, and the app learns it", async () => {
    const linkBody = await link(await githubConfig());
    const { location } = await submit(linkBody.redirect_url, { action: "connect" });
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    const words = encodeURIComponent(`Ada is not a test user of ${state}${"!".repeat(2000)}`);
    const back = await visit(`${CALLBACK}?error=access_denied&error_description=${words}&state=${state}`);
    expect(Object.fromEntries(new URL(back.location ?? "").searchParams)).toMatchObject({
      status: "failed",
      error: "access_denied",
      error_description: expect.stringContaining("The person did not give consent.") as string,
    });
    const failed = await account(linkBody.connected_account_id);
    expect(failed.status).toBe("FAILED");
    expect(failed.status_reason).toMatch(
      /^The person did not give consent\. The provider returned: Ada is not a test user of \[redacted\]!+\.$/,
    );
    expect(failed.status_reason?.length).toBeLessThan(400);
    expect(failed.state.val).toMatchObject({ status: "FAILED", error_description: failed.status_reason });
  });

  it("is FAILED when the answer comes from another issuer (RFC 9207)", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    expect((await visit(`${back}&iss=${encodeURIComponent("https://evil.example")}`)).location).toContain(
      "error=invalid_request",
    );
    expect((await account(linkBody.connected_account_id)).status).toBe("FAILED");
  });

  it("never leaves an account waiting when a step after the state fails", async () => {
    const linkBody = await link(await githubConfig());
    const back = await untilCallback(linkBody.redirect_url, GITHUB_LOGIN);
    await db.connectedAccount.update({
      where: { id: linkBody.connected_account_id },
      data: { credentials: "v1.broken.value" },
    });
    expect((await visit(back)).location).toContain("error=server_error");
    expect(await db.connectedAccount.findFirst({ where: { id: linkBody.connected_account_id } })).toMatchObject({
      status: "FAILED",
      statusReason: "The server failed to finish the connection.",
    });
  });

  it("is FAILED with a page if the provider is unreachable and the app has no callback address", async () => {
    const linkBody = await link(await githubConfig({ token_url: "http://127.0.0.1:9/token" }), {
      callback_url: undefined,
    });
    const { location } = await submit(linkBody.redirect_url, { action: "connect" });
    const back = await visit(await giveConsent(location ?? "", GITHUB_LOGIN));
    expect(back.status).toBe(200);
    expect(back.html).toContain("Couldn’t connect your");
    expect((await account(linkBody.connected_account_id)).status_reason).toMatch(
      /Couldn't get a token from the provider/,
    );
  });

  it("brings the person to a plain page if the app has no callback address", async () => {
    const linkBody = await link(await githubConfig(), { callback_url: undefined });
    const back = await visit(await untilCallback(linkBody.redirect_url, GITHUB_LOGIN));
    expect(back.status).toBe(200);
    expect(back.html).toContain("account is connected to");
  });
});

describe("other providers", () => {
  it("connects Google, and a refresh without a new refresh token keeps the old one", async () => {
    const linkBody = await link(await authConfig("gmail", credentialsFor(providers).google), {
      user_id: "google-user",
    });
    expect((await visit(await untilCallback(linkBody.redirect_url, GOOGLE_EMAIL))).location).toContain(
      "status=success",
    );
    const scheme = (await requireToolkit(client.projectId, "gmail")).authSchemes[0];
    if (!scheme) throw new Error("gmail has no scheme");
    const resolved = await resolveAccount(client.projectId, { toolkitSlug: "gmail", userId: "google-user" });
    const before = await openCredentials(client.projectId, resolved, scheme, ON);
    expect(before).toMatchObject({ baseUrl: providers.urls.google });
    expect(before.values.refresh_token).toBeTruthy();
    const after = await refreshNow(client.projectId, resolved, scheme, { because: "a test", on: ON });
    expect(after.values.access_token).not.toBe(before.values.access_token);
    expect(after.values.refresh_token).toBe(before.values.refresh_token);
    const again = await client.call("POST", `/connected_accounts/${resolved.id}/refresh`, {});
    expect(again.body).toEqual({ id: resolved.id, status: "ACTIVE", redirect_url: null });
  });

  it("connects Slack with its comma-separated scopes", async () => {
    const linkBody = await link(
      await authConfig("slack", { ...credentialsFor(providers).slack, user_scopes: "search:read" }),
    );
    const { location } = await submit(linkBody.redirect_url, { action: "connect" });
    expect(Object.fromEntries(new URL(location ?? "").searchParams)).toMatchObject({
      scope: "chat:write,channels:read",
      user_scope: "search:read",
    });
    expect((await visit(await giveConsent(location ?? "", SLACK_NAME))).location).toContain("status=success");
    const slackAccount = await account(linkBody.connected_account_id);
    expect(slackAccount.state.val.team).toMatchObject({ name: expect.any(String) as string });
    expect(JSON.stringify(slackAccount)).not.toMatch(/xox[bp]-\w{6}/);
  });
});
