/** The lock for changes of an organization's projects, by a caller who may make them at that moment. */
import type { Db } from "@/lib/kernel/database/db";
import { refusal } from "../authorize";
import type { OrganizationActor } from "../caller";
import { holdOrganizationKey } from "../keys/find-organization-keys";
import { lockAs, lockOrganization } from "../people/lock-organization";
import { rolesWith } from "../roles";

/**
 * Locks the organization and checks the caller again: the role can have changed, and the key can have been revoked,
 * since the call was authorized.
 * @throws ApiError Forbidden for a member who is no longer an owner; Unauthorized for a key that was revoked
 */
export async function lockAsOwner(tx: Db, caller: OrganizationActor): Promise<void> {
  const { organizationId } = caller;
  if (caller.kind === "organization") {
    await lockOrganization(tx, organizationId);
    return holdOrganizationKey(tx, caller);
  }
  const role = await lockAs(tx, { organizationId, userId: caller.by.userId });
  if (!rolesWith("organization:write").includes(role)) throw refusal(caller, "organization:write");
}
