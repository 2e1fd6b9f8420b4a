/** The page on which a connection ends waits for its owner's name only while a job asks the provider. */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { client, connect } from "@/test/builders/accounts";
import { queryRows } from "@/test/setup/query-rows";
import { sealCurrentUser } from "../current-user";
import { askLater } from "../proof/check-account";
import { findOwnerName } from "./find-owner-name";

let pause: MockInstance<typeof timers.setTimeout>;

beforeEach(() => {
  pause = vi.spyOn(timers, "setTimeout").mockResolvedValue(undefined);
  syncBuiltinESMExports();
});
afterEach(() => {
  pause.mockRestore();
  syncBuiltinESMExports();
});

/** A new account, and what its row is. */
async function newAccount(userId: string) {
  const { id } = await connect(userId);
  return db.connectedAccount.findUniqueOrThrow({ where: { id } });
}

/** The job of one account is over. */
const endJob = (id: string) =>
  queryRows("test.end-job", "DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%' || $1", [id]);

it("does not wait if nobody asks", async () => {
  const account = await newAccount("alone");
  await endJob(account.id);
  expect(await findOwnerName(account)).toBeUndefined();
  expect(pause).not.toHaveBeenCalled();
});

it("shows the name that a job stores meanwhile", async () => {
  const account = await newAccount("ada");
  await askLater(db, account.projectId, account.id);
  pause.mockImplementationOnce(async () => {
    const currentUser = sealCurrentUser(client.projectId, account.id, { name: "Ada Lovelace" });
    await db.connectedAccount.update({ where: { id: account.id }, data: { currentUser } });
  });
  expect(await findOwnerName(account)).toBe("Ada Lovelace");
  expect(pause).toHaveBeenCalledTimes(1);
});

it("waits no longer than the job takes that learns no name", async () => {
  const account = await newAccount("bob");
  await askLater(db, account.projectId, account.id);
  pause.mockImplementationOnce(() => endJob(account.id));
  expect(await findOwnerName(account)).toBeUndefined();
  expect(pause).toHaveBeenCalledTimes(1);
});

it("does not wait for ever", async () => {
  const account = await newAccount("eve");
  await askLater(db, account.projectId, account.id);
  expect(await findOwnerName(account)).toBeUndefined();
  expect(pause).toHaveBeenCalledTimes(8);
});
