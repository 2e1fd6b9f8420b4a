/** While single sign-on is required, an email of a proven domain must lead to a provider that is on. */
import type { Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";

const conflict = (message: string, suggestedFix: string) =>
  new ApiError("Conflict", message, { suggestedFix, headers: { "x-should-retry": "false" } });

async function leadsIn(tx: Db, organizationId: string): Promise<boolean> {
  const where = { organizationId, provenDomain: { not: null }, provider: { organizationId, enabled: true } };
  return (await tx.ssoDomain.count({ where })) > 0;
}

/** @throws ApiError Conflict if no email of a proven domain leads to a provider that is on */
export async function assertProviderLeadsIn(tx: Db, organizationId: string): Promise<void> {
  if (await leadsIn(tx, organizationId)) return;
  throw conflict(
    "No one could sign in: no proven domain leads to a provider that is on.",
    "Add a provider, prove an email domain that leads to it, and sign in by it once.",
  );
}

/**
 * Makes a change of a provider or a domain; the organization is locked.
 * @throws ApiError Conflict if it takes away the last way in of an organization that requires single sign-on
 */
export async function keepLeadingIn<Result>(
  tx: Db,
  organizationId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const where = { id: organizationId, requiresSso: true };
  const mustLeadIn = (await tx.organization.count({ where })) > 0 && (await leadsIn(tx, organizationId));
  const result = await change();
  if (!mustLeadIn || (await leadsIn(tx, organizationId))) return result;
  throw conflict(
    "Your organization requires single sign-on, and this is the last provider, or domain, that leads members in.",
    "Stop requiring it first, or let another proven domain lead to a provider that is on.",
  );
}
