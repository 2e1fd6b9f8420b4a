/** Forms of the connect page that do not get to the provider: nothing is lost, and nothing stays that is not needed. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { type Client, newClient, submit, visit } from "@/test/connect-api";
import { installConnectToolkits } from "@/test/oauth-providers";
import { revokeLater } from "../revocation/start-job";

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

describe("a form that does not get to the provider", () => {
  it("says why, and works again by the same link", async () => {
    const { url, id } = await newLink();
    await consents(id, 30);
    const refused = await submit(url, { action: "connect", subdomain: "acme" });
    expect(refused.html).toContain("opened too often");
    await db.oauthState.deleteMany({ where: { accountId: id } });
    const sent = await submit(url, { action: "connect", subdomain: "acme" });
    expect(new URL(sent.location ?? "").host).toBe("acme.myshopify.com");
  });
});

describe("what was typed", () => {
  it("is forgotten when the form gets on, and when the account is taken out of use", async () => {
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

it("leads on by itself from no page that was seen before: loading one that was given up asks first", async () => {
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
