/** Changes an account's sealed values under a row lock, so that a refresh at the same time is not lost. */
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { openAccountValues, sealAccountValues, type AccountValues } from "../account-values";
import { unknownAccount, type ConnectedAccount } from "../accounts/accounts";

const LOCK = statement({
  name: "connected-accounts.lock",
  text: "SELECT 1 AS locked FROM connected_account WHERE project_id = $1 AND id = $2 FOR UPDATE",
  columns: { locked: "int4" },
});

/** The row, locked until the transaction ends. @throws ApiError NotFound */
export async function lockAccount(tx: Db, projectId: string, id: string): Promise<ConnectedAccount> {
  await rowsIn(tx, LOCK, [projectId, id]);
  const account = await tx.connectedAccount.findFirst({ where: { id, projectId } });
  if (!account) throw unknownAccount(id);
  return account;
}

/**
 * Adds values to the stored values, replacing those of the same name.
 * @param toKept selects the values to store; by default all values
 * @throws ApiError NotFound
 */
export async function addValues(
  projectId: string,
  id: string,
  values: AccountValues,
  toKept = (_stored: AccountValues, after: AccountValues): AccountValues => after,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, projectId, id);
    const storedValues = openAccountValues(projectId, id, account.credentials);
    const newValues = toKept(storedValues, { ...storedValues, ...values });
    await tx.connectedAccount.update({
      where: { id },
      data: { credentials: sealAccountValues(projectId, id, newValues) },
    });
  });
}
