/** Connecting again from a user's own page: where it leads, and what giving up leaves. */
import { describe, expect, it } from "vitest";
import { expireAccount } from "@/lib/connected-accounts/accounts/expire-account";
import { expireIncompleteAccounts } from "@/lib/connected-accounts/connect/expire-incomplete-accounts";
import { db } from "@/lib/kernel/database/db";
import { submit, visit } from "@/test/clients/connect-api";
import { HERE, list, visitConnection, press, signedIn } from "@/test/clients/my-connections";
import { giveConsent } from "@/test/servers/oauth-providers";
import { queryRows } from "@/test/setup/query-rows";
import {
  client,
  consented,
  imported,
  later,
  restores,
  server,
  readAccount,
  strictConfig,
  TOKENS,
} from "@/test/builders/revocation";

const events = (accountId: string) =>
  queryRows<{ status: string; by: string }>(
    "test.events",
    "SELECT status, by, reason FROM connected_account_event WHERE account_id = $1 ORDER BY id",
    [accountId],
  );
const eventTypes = (accountId: string) =>
  queryRows<{ type: string }>("test.event-types", "SELECT type FROM webhook_event WHERE account_id = $1 ORDER BY seq", [
    accountId,
  ]);
const audits = (target: string) =>
  queryRows<{ action: string }>(
    "test.audits",
    "SELECT actor_kind, actor_id, action, project_id, outcome FROM audit_event WHERE target = $1 AND action LIKE '%connect' ORDER BY id",
    [target],
  );

describe("connecting again", () => {
  it("leads to the provider and keeps the account's id, and a working account does not need it", async () => {
    const id = await consented(await strictConfig(), "ron");
    const browser = await signedIn(client, "ron");
    expect(await press(browser, id, "reconnect")).toMatchObject({ status: 303, location: "/my/connections" });
    await press(browser, id, "disconnect");
    const page = await list(browser);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`form-action 'self' ${new URL(server.credentials.authorization_url ?? "").origin}`);
    const { status, location } = await press(browser, id, "reconnect", "?lang=fr");
    expect([status, location]).toEqual([303, expect.stringMatching(/\/connect\/ln_\w+\?lang=fr$/)]);
    const consent = await visit(location ?? "", { browser });
    await visit(await giveConsent(consent.location ?? "", "ron"), { browser });
    expect((await readAccount(id)).status).toBe("ACTIVE");
    expect((await events(id)).map(({ by }) => by)).toContain("user");
    expect((await audits(id)).map(({ action }) => action)).toEqual([
      "connected_account.disconnect",
      "connected_account.reconnect",
    ]);
  });

  it("leaves a disconnected or stopped account unchanged after giving up, and sends no event", async () => {
    const config = await strictConfig();
    const browser = await signedIn(client, "giver-up");
    for (const [before, words] of [
      ["REVOKED", "Disconnected"],
      ["EXPIRED", "Stopped"],
    ] as const) {
      const id = await (before === "REVOKED" ? consented(config, "giver-up") : imported(config, "giver-up", TOKENS));
      if (before === "REVOKED") await press(browser, id, "disconnect");
      else
        await db.$transaction((tx) => expireAccount(tx, client.projectId, id, { reason: "Refused.", by: "provider" }));
      const { status_reason: reason } = await readAccount(id);
      const eventsBefore = await eventTypes(id);
      const { location } = await press(browser, id, "reconnect");
      expect((await readAccount(id)).status).toBe("INITIATED");
      expect((await list(browser)).html).toContain(`>${words}<`);
      expect((await submit(location ?? "", { action: "cancel" }, HERE, { browser })).status).toBeLessThan(400);
      expect(await readAccount(id)).toMatchObject({ status: before, status_reason: reason });
      expect((await events(id)).at(-1)).toMatchObject({
        status: before,
        reason: "The user canceled on the connect page.",
      });
      await press(browser, id, "reconnect");
      later(3_600);
      await expireIncompleteAccounts();
      expect(await readAccount(id)).toMatchObject({ status: before, status_reason: reason });
      expect(await eventTypes(id)).toEqual(eventsBefore);
      for (const restore of restores.splice(0)) restore();
    }
  });

  it("leads back to the page where it began, after giving up or success, also with an app's address", async () => {
    const config = await strictConfig();
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "comer", callback_url: "https://app.example/back" },
    });
    const back = async (url: string) => visit(await giveConsent((await visit(url)).location ?? "", "comer"));
    expect((await back(body.redirect_url)).location).toContain("https://app.example/back?status=success");
    const browser = await signedIn(client, "comer");
    await press(browser, body.id, "disconnect");
    const { location } = await press(browser, body.id, "reconnect", "?lang=de");
    const gaveUp = await submit(location ?? "", { action: "cancel" }, HERE, { browser });
    expect(gaveUp.html).toContain(
      '<a class="go second" href="/my/connections?lang=de">Ihre Verbindungen verwalten</a>',
    );
    const again = /<a class="go" href="([^"]+)">Noch einmal versuchen</.exec(gaveUp.html)?.[1] ?? "";
    const done = await back(new URL(again, location ?? "").href);
    expect(done.html).toContain('<a class="go" href="/my/connections?lang=de">Ihre Verbindungen verwalten</a>');
    expect(done.html).toContain("ist mit");
    expect((await readAccount(body.id)).status).toBe("ACTIVE");
  });

  it("shows no permissions and no way to disconnect for a disconnected account, also meanwhile", async () => {
    const id = await consented(await strictConfig(), "half-way");
    const browser = await signedIn(client, "half-way");
    await press(browser, id, "disconnect");
    await press(browser, id, "reconnect");
    const { html } = await list(browser);
    const row = html.slice(0, html.indexOf("</li>"));
    expect(row).toContain(`/my/connections/${id}`);
    for (const words of [">Disconnect<", "What "]) expect(row).not.toContain(words);
    expect((await visitConnection(browser, id)).html).toContain("was already disconnected");
  });

  it("shows plainly that the app has switched the connection off", async () => {
    const config = await strictConfig();
    const id = await consented(config, "off");
    const browser = await signedIn(client, "off");
    await press(browser, id, "disconnect");
    await client.call("PATCH", `/auth_configs/${config}/DISABLED`);
    const { status, html } = await press(browser, id, "reconnect");
    expect([status, html]).toEqual([400, expect.stringContaining("turned off or removed this connection")]);
  });
});
