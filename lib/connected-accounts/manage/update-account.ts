/** Changes an account: its alias, its credentials, who may use it, and whether it is enabled. */
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import { requireAccount } from "../accounts/accounts";
import { assertAclFits, type Acl } from "../accounts/acl";
import { activateAccount } from "../credentials/activation";
import { lockAccount } from "../credentials/add-values";
import { connectMode } from "../connect/connect-mode";
import { requireContext } from "../credentials/connection-context";
import { assertSecretsNotMoved } from "../credentials/moved-secrets";
import { keptForConsent, readConnectionValues } from "../credentials/connection-values";
import type { AccountStatus } from "../contract";
import { changePlace } from "./change-place";
import { assertUsableValues } from "./begin-connection";
import { proveValues } from "../credentials/prove-values";
import { moveAccount } from "../accounts/move-account";

export type AccountChange = {
  /** null or "" removes the alias. */
  alias?: string | null;
  credentials?: { scheme?: string; values: Readonly<Record<string, unknown>> };
  acl?: Acl;
};

/** How often a change is tried if others change the account at the same time, for example a refresh. */
const MAX_TRIES = 5;

/**
 * Replaces credentials; masked values stay. The account is ACTIVE afterwards. Only the place of an account with a
 * consent can change. The provider checks the credentials while no lock is held, so they are stored only if the account
 * has not changed meanwhile.
 */
async function changeCredentials(
  projectId: string,
  id: string,
  { scheme: named, values: input }: NonNullable<AccountChange["credentials"]>,
  on: Origin,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const account = await requireAccount(projectId, id);
    if (named && named !== account.scheme)
      throw new ApiError("BadRequest", `The connected account ${id} uses ${account.scheme}, not ${named}.`, {
        suggestedFix: `Send connection.state.authScheme ${account.scheme}.`,
      });
    const context = await requireContext(projectId, account.authConfigId);
    if (connectMode(account.scheme as AuthMode).consent) {
      if (await changePlace(account, context, input, on)) return;
      continue;
    }
    const storedValues = keptForConsent(context.scheme, openAccountValues(projectId, id, account.credentials));
    const values = readConnectionValues(context.scheme, input, storedValues);
    assertSecretsNotMoved(context, { stored: storedValues, after: values, sent: input });
    assertUsableValues(context, values);
    const proven = await proveValues(context, values);
    const wasStored = await db.$transaction(async (tx) => {
      if ((await lockAccount(tx, projectId, id)).credentials !== account.credentials) return false;
      await activateAccount(tx, projectId, id, { ...proven, by: "api" });
      return true;
    });
    if (wasStored) return;
  }
  throw new ApiError("Conflict", `The connected account ${id} was changed by others again and again.`, {
    suggestedFix: "Send the change again.",
  });
}

/**
 * Changes the fields that the input contains.
 * @returns the status afterwards
 * @throws ApiError NotFound; BadRequest for credentials of another scheme, incomplete credentials, and a list on a
 * private account
 */
export async function updateAccount(
  projectId: string,
  id: string,
  { alias, credentials, acl }: AccountChange,
  on: Origin,
): Promise<AccountStatus> {
  const account = await requireAccount(projectId, id);
  assertAclFits(account.accountType, acl);
  if (credentials) await changeCredentials(projectId, id, credentials, on);
  const data = {
    ...(alias !== undefined && { alias: alias || null }),
    ...(acl && { acl: acl as Prisma.InputJsonObject }),
  };
  if (Object.keys(data).length > 0) await db.connectedAccount.updateMany({ where: { id, projectId }, data });
  return (await requireAccount(projectId, id)).status as AccountStatus;
}

/** Switches an account off (INACTIVE) or on again. @throws ApiError NotFound */
export async function setAccountEnabled(projectId: string, id: string, enabled: boolean): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await lockAccount(tx, projectId, id);
    await tx.connectedAccount.updateMany({ where: { id, projectId }, data: { enabled } });
    const moved = await moveAccount(
      tx,
      projectId,
      id,
      enabled
        ? { to: "ACTIVE", from: ["INACTIVE"], reason: null, by: "api", note: "Enabled by hand." }
        : { to: "INACTIVE", from: ["ACTIVE"], reason: "Disabled by hand.", by: "api" },
    );
    if (!moved && before.enabled !== enabled)
      await recordAccountEvent(tx, projectId, id, {
        status: before.status as AccountStatus,
        reason: enabled ? "Enabled by hand." : "Disabled by hand.",
        by: "api",
      });
  });
}
