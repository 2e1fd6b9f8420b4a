/** A server that is quiet after a restore does not take back tokens that the original still uses. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { pool } from "@/lib/kernel/database/pools";
import { beginQuiet } from "@/lib/kernel/database/quiet";
import { ON } from "@/test/builders/origin";
import { client, consented, readAccount, server, strictConfig } from "@/test/builders/revocation";
import { remembered } from "@/test/setup/process-memory";
import { openAccountValues } from "../account-values";
import { disconnectAccount } from "./disconnect-account";

beforeEach(async () => {
  remembered.delete("quiet");
  await beginQuiet(pool() as never, new Date("2026-11-01T00:00:00Z"));
});
afterEach(() => db.quietState.deleteMany({}));

async function connect() {
  const id = await consented(await strictConfig(), "ada");
  const { credentials } = await db.connectedAccount.findUniqueOrThrow({ where: { id } });
  const { access_token: token } = openAccountValues(client.projectId, id, credentials);
  return { id, token };
}

it("refuses to revoke until it is woken, and says why; the account stays", async () => {
  const { id, token } = await connect();
  const revoke = () => client.call("POST", `/connected_accounts/${id}/revoke`);
  const { status, body } = await revoke();
  expect([status, body.error?.message]).toEqual([
    503,
    expect.stringContaining("is paused: it revokes nothing until an owner wakes it"),
  ]);
  expect((await readAccount(id)).status).toBe("ACTIVE");
  expect(await server.accepts(token)).toBe(true);
  await db.quietState.deleteMany({});
  expect((await revoke()).status).toBe(200);
  expect(await server.accepts(token)).toBe(false);
});

it("takes an account that its user disconnects out of use here, and leaves the token to a job", async () => {
  const { id, token } = await connect();
  expect(await disconnectAccount(client.projectId, id, ON)).toBe("later");
  expect((await readAccount(id)).status).toBe("REVOKED");
  expect(await server.accepts(token)).toBe(true);
  expect(await db.revocationItem.findMany({ where: { accountId: id } })).toMatchObject([{ status: "waiting" }]);
});
