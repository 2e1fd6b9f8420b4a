/** New tokens that the provider refused at once: renewing them again with each request would go on without end. */
import { LRUCache } from "lru-cache";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { processMemory } from "@/lib/kernel/process-memory";
import { openAccountValues, type AccountValues } from "../account-values";
import type { ResolvedAccount } from "../accounts/accounts";
import { isSameGrant, lockTokens } from "./store-tokens";

/**
 * Other copies of the app, and later this copy, renew such a token once more, because the provider was possibly wrong.
 */
const REMEMBER_MS = 10 * 60_000;

type Account = Pick<ResolvedAccount, "projectId" | "id">;

const getRefusedTokens = () =>
  processMemory(
    "connected-accounts.refused-tokens",
    () => new LRUCache<string, string>({ max: 10_000, ttl: REMEMBER_MS }),
  );

/** Whether an account's present token was refused as soon as it was new. */
export const wasRefusedNew = ({ id }: Account, { access_token: token }: AccountValues): boolean =>
  token !== undefined && getRefusedTokens().get(id) === hashToken(token);

/**
 * Records that a provider refused a token that it had just issued. The account stays ACTIVE, because the refusal
 * possibly concerns one request only; its status reason describes the refusal until its token is renewed.
 * @param values of the new token
 */
export async function recordRefusedNew(
  { projectId, id }: Account,
  values: AccountValues,
  status: number,
): Promise<void> {
  if (values.access_token === undefined) return;
  getRefusedTokens().set(id, hashToken(values.access_token));
  const statusReason =
    `The provider returned ${status} to a request with a token that was just renewed. ` +
    "It may not allow that request. If others are refused too, connect the account again.";
  await db.$transaction(async (tx) => {
    const row = await lockTokens(tx, projectId, id);
    if (row?.status !== "ACTIVE" || !isSameGrant(openAccountValues(projectId, id, row.credentials), values)) return;
    await tx.connectedAccount.updateMany({ where: { id, projectId }, data: { statusReason } });
  });
}
