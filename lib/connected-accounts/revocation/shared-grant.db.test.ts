/** A provider that ends all of a person's grants at once: one disconnect ends one account. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { client, answerWith, imported, newConfig, provider, readAccount, TOKENS } from "@/test/builders/revocation";
import { sealCurrentUser } from "../current-user";
import { deleteAccount } from "../manage/delete-account";

const googleConfig = (clientId = "app-1") =>
  newConfig("gmail", "OAUTH2", {
    client_id: clientId,
    client_secret: "s3cret-of-the-app",
    revoke_url: `${provider.baseUrl}/revoke`,
  });

const revoke = (id: string) => client.call("POST", `/connected_accounts/${id}/revoke`);

async function ofPerson(id: string, email: string): Promise<string> {
  const currentUser = sealCurrentUser(client.projectId, id, { email });
  await db.connectedAccount.update({ where: { id, projectId: client.projectId }, data: { currentUser } });
  return id;
}

it("does not tell the provider while another account of the same person and app is active, and says so", async () => {
  answerWith(200);
  const config = await googleConfig();
  const mail = await ofPerson(await imported(config, "shared-1", TOKENS), "ada@example.com");
  const calendar = await ofPerson(await imported(config, "shared-1", TOKENS), "Ada@example.com");
  expect((await revoke(mail)).body.revoked_tokens).toEqual(["credential"]);
  expect(provider.seen).toHaveLength(0);
  const { status, status_reason: reason } = await readAccount(mail);
  expect([status, reason]).toEqual(["REVOKED", expect.stringContaining(calendar)]);
  expect((await readAccount(calendar)).status).toBe("ACTIVE");
  expect((await revoke(calendar)).body.revoked_tokens).toContain("refresh_token");
  expect(provider.seen.length).toBeGreaterThan(0);
});

it("counts whoever is not known as the same person", async () => {
  answerWith(200);
  const config = await googleConfig();
  const first = await imported(config, "shared-2", TOKENS);
  await imported(config, "shared-2", TOKENS);
  expect((await revoke(first)).body.revoked_tokens).toEqual(["credential"]);
  expect(provider.seen).toHaveLength(0);
});

it("tells the provider where the other account is of another person, of another app or of another user", async () => {
  answerWith(200);
  const config = await googleConfig();
  const account = await ofPerson(await imported(config, "shared-3", TOKENS), "ada@example.com");
  await ofPerson(await imported(config, "shared-3", TOKENS), "grace@example.com");
  await ofPerson(await imported(await googleConfig("app-2"), "shared-3", TOKENS), "ada@example.com");
  await ofPerson(await imported(config, "shared-4", TOKENS), "ada@example.com");
  expect((await revoke(account)).body.revoked_tokens).toContain("refresh_token");
});

it("deletes an account with its revocation only if no other account would end with it", async () => {
  const config = await googleConfig();
  const first = await imported(config, "shared-5", TOKENS);
  const second = await imported(config, "shared-5", TOKENS);
  expect(await deleteAccount(client.projectId, first, true)).toBeUndefined();
  expect(await deleteAccount(client.projectId, second, true)).toEqual(expect.any(String));
});
