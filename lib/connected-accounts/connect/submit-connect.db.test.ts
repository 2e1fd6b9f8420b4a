/** Forms of the connect page that do not get to the provider: nothing is lost, and nothing stays that is not needed. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { revokeLater } from "../revocation/create-revocation";
import { reopenLink } from "./reopen-link";

let client: Client;

const subdomain = {
  name: "subdomain",
  displayName: "Subdomain",
  description: "What stands before the dot",
  type: "string" as const,
  required: true,
  isSecret: false,
  aliases: [],
};

beforeAll(async () => {
  await installConnectToolkits({
    shop: { name: "Shop", auth: [{ mode: "OAUTH2", provider: "shopify", connectionFields: [subdomain] }] },
  });
  client = await newClient();
});

async function newConfig(app: object = {}): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "shop" },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: { client_id: "id-0123456789", client_secret: "planted-secret-0123456789", ...app },
    },
  });
  return body.auth_config.id;
}
async function newLink(more: object = {}): Promise<{ url: string; id: string; hash: string }> {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: await newConfig(),
    user_id: "ada",
    ...more,
  });
  const url = body.redirect_url;
  return { url, id: body.connected_account_id, hash: hashToken(url.split("/").at(-1) ?? "") };
}
const answerOf = async (hash: string) => (await db.linkSession.findFirst({ where: { hash } }))?.answer;
const consents = (accountId: string, count: number) =>
  db.oauthState.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      hash: `${accountId}-${n}`,
      projectId: client.projectId,
      accountId,
      redirectUri: "https://x.example",
      expiresAt: new Date(Date.now() + 600_000),
    })),
  });

describe("a form that fails to reach the provider", () => {
  it("shows the reason, and works again by the same link", async () => {
    const { url, id } = await newLink();
    await consents(id, 30);
    const refusal = await submit(url, { action: "connect", subdomain: "acme" });
    expect(refusal.html).toContain("opened too often");
    await db.oauthState.deleteMany({ where: { accountId: id } });
    const redirect = await submit(url, { action: "connect", subdomain: "acme" });
    expect(new URL(redirect.location ?? "").host).toBe("acme.myshopify.com");
  });
});

describe("a typed value", () => {
  it("is deleted when the form succeeds, and when the account is taken out of use", async () => {
    for (const end of ["on", "cancel", "revoke"]) {
      const { url, id, hash } = await newLink({ callback_url: "https://app.example/back" });
      await submit(url, { action: "connect", subdomain: "not a subdomain" });
      expect(await answerOf(hash)).toEqual(expect.any(String));
      if (end === "revoke") await revokeLater(client.projectId, id, { reason: "Test.", by: "user" });
      else await submit(url, { action: end === "on" ? "connect" : "cancel", subdomain: "acme" });
      expect([end, await answerOf(hash)]).toEqual([end, null]);
    }
  });
});

it("asks first before it continues from an abandoned page that is loaded again", async () => {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: await newConfig({ subdomain: "acme" }) },
    connection: { user_id: "ada" },
  });
  const url = body.redirect_url;
  expect(new URL((await visit(url)).location ?? "").host).toBe("acme.myshopify.com");
  for (let n = 0; n < 2; n++) await submit(url, { action: "cancel" });
  const old = await visit(`${url}?answer=1`);
  expect([old.location, old.html.includes("Continue to")]).toEqual([null, true]);
});

describe("a refused consent", () => {
  const linkOf = (hash: string) => db.linkSession.findUniqueOrThrow({ where: { hash } });
  const readLinkState = async (hash: string) => {
    const { answer, usedAt } = await linkOf(hash);
    return { told: answer !== null, open: usedAt === null };
  };
  /** A consent that began at an account's first link, and a second link that was made meanwhile. */
  async function twoLinks() {
    const first = await newLink();
    const redirect = await submit(first.url, { action: "connect", subdomain: "acme" });
    const { body } = await client.call("POST", `/connected_accounts/${first.id}/refresh`, {});
    const second = hashToken(String(body.redirect_url).split("/").at(-1) ?? "");
    const state = new URL(redirect.location ?? "").searchParams.get("state") ?? "";
    return { first: first.hash, second, state, refuse: () => visit(`${CALLBACK}?error=access_denied&state=${state}`) };
  }

  it("leads back to the link where it began, not to a newer one", async () => {
    const { first, second, refuse } = await twoLinks();
    await refuse();
    expect([await readLinkState(first), await readLinkState(second)]).toEqual([
      { told: true, open: true },
      { told: false, open: true },
    ]);
  });

  it("leads back to the account's newest link if it began before its link was stored", async () => {
    const { first, second, state, refuse } = await twoLinks();
    await db.oauthState.updateMany({ where: { hash: hashToken(state) }, data: { link: null } });
    await refuse();
    expect([await readLinkState(first), await readLinkState(second)]).toEqual([
      { told: false, open: false },
      { told: true, open: true },
    ]);
  });

  it("opens no link that a revocation ended, in any order; a newer link works again", async () => {
    for (const order of ["before", "together", "after"]) {
      const { url, id, hash } = await newLink();
      await submit(url, { action: "connect", subdomain: "acme" });
      const link = await linkOf(hash);
      const revoke = () => revokeLater(client.projectId, id, { reason: "Test.", by: "user" });
      if (order === "before") await revoke();
      await Promise.all([reopenLink(link), ...(order === "together" ? [revoke()] : [])]);
      if (order === "after") await revoke();
      expect([order, (await readLinkState(hash)).open]).toEqual([order, false]);
      const { body } = await client.call("POST", `/connected_accounts/${id}/refresh`, {});
      const since = await linkOf(hashToken(String(body.redirect_url).split("/").at(-1) ?? ""));
      await submit(body.redirect_url, { action: "connect", subdomain: "acme" });
      await reopenLink(since);
      expect([order, (await readLinkState(since.hash)).open]).toEqual([order, true]);
    }
  });
});
