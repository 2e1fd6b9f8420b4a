/**
 * Moves a connection to another of the places that its person gave access to: another site, account or organization.
 */
import { discoveredFields } from "@/lib/catalog/discovery";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { openAccountValues, sealAccountValues } from "../account-values";
import { requireResolved, type ConnectedAccount } from "../accounts/accounts";
import { recordAccountEvent } from "../accounts/record-account-event";
import { lockAccount } from "../credentials/add-values";
import type { ConnectionContext } from "../credentials/connection-context";
import { openUnused } from "../credentials/open-credentials";
import { placeOf } from "../credentials/prove-values";
import { readConnectionValues } from "../credentials/connection-values";
import { canAsk } from "../proof/ask-current-user";
import { askLater } from "../proof/check-account";
import { countProof } from "../proof/prove-credentials";

/** @throws ApiError BadRequest for values that come from the provider */
function assertPlaceFields({ scheme }: ConnectionContext, id: string, input: Readonly<Record<string, unknown>>): void {
  const fields = scheme.fields.connectedAccountInitiation.filter(({ name }) =>
    discoveredFields(scheme.discover).includes(name),
  );
  const placeNames = fields.flatMap(({ name, aliases }) => [name, ...aliases]);
  const names = Object.keys(input);
  if (names.length > 0 && names.every((name) => placeNames.includes(name))) return;
  const may = placeNames.length > 0 ? `, except ${fields.map(({ name }) => name).join(" and ")} alone` : "";
  throw new ApiError("BadRequest", `Credentials of ${scheme.mode} come from the provider and cannot be set${may}.`, {
    suggestedFix: `Get a new consent link with POST /api/v3/connected_accounts/${id}/refresh.`,
  });
}

/**
 * Changes the place of an account with a consent. The provider is asked, so the account cannot be moved to a place that
 * the person gave no access to.
 * @returns whether it was stored: not if the account was changed meanwhile
 * @throws ApiError BadRequest for other values, for an account that is not ACTIVE, and for a place without access,
 * which names those with access; Unavailable if the provider cannot be asked; TooManyRequests
 */
export async function changePlace(
  { projectId, id, status, credentials }: ConnectedAccount,
  context: ConnectionContext,
  input: Readonly<Record<string, unknown>>,
  on: Origin,
): Promise<boolean> {
  assertPlaceFields(context, id, input);
  if (status !== "ACTIVE")
    throw new ApiError("BadRequest", `Only an ACTIVE account can be moved; this one is ${status}.`, {
      suggestedFix: `Connect it again with POST /api/v3/connected_accounts/${id}/refresh.`,
    });
  await countProof(projectId);
  const { values } = await openUnused(projectId, await requireResolved(projectId, id), context.scheme, on);
  const discovery = await placeOf(context, values, readConnectionValues(context.scheme, input));
  return db.$transaction(async (tx) => {
    const row = await lockAccount(tx, projectId, id);
    const storedValues = openAccountValues(projectId, id, row.credentials);
    // A token that was renewed is no other sign-in.
    if (
      row.status !== "ACTIVE" ||
      (row.credentials !== credentials && storedValues.access_token !== values.access_token)
    )
      return false;
    await tx.connectedAccount.updateMany({
      where: { id, projectId },
      data: {
        credentials: sealAccountValues(projectId, id, { ...storedValues, ...discovery.values }),
        currentUser: null,
      },
    });
    await recordAccountEvent(tx, projectId, id, { status: "ACTIVE", reason: `Changed. ${discovery.note}`, by: "api" });
    if (canAsk(context.toolkit)) await askLater(tx, projectId, id);
    return true;
  });
}
