/** API keys that a person creates: the role counts that the person has at that moment. */
import { db, type Db } from "@/lib/kernel/database/db";
import { refusal } from "../authorize";
import { actorOf, memberOf, type ProjectCaller } from "../caller";
import { lockAs } from "../people/lock-organization";
import { rolesWith } from "../roles";
import { type ApiKey, createApiKey, type NewApiKey } from "./api-keys";

/**
 * Locks the organization and checks a person again: the role can have changed, or the person can have been removed,
 * since the call was authorized. A removal waits for the end of the transaction.
 * @throws ApiError NotFound for a person who is no longer a member; Forbidden for a role that cannot create API keys
 */
export async function lockAsMaker(tx: Db, caller: ProjectCaller): Promise<void> {
  const userId = memberOf(caller);
  if (userId === undefined) return;
  const role = await lockAs(tx, { organizationId: caller.organizationId, userId });
  if (!rolesWith("api_keys:write").includes(role)) throw refusal(caller, "api_keys:write");
}

/** As `createApiKey`, in the caller's project and by the caller. */
export const createApiKeyAs = (
  caller: ProjectCaller,
  key: Omit<NewApiKey, "createdBy">,
): Promise<ApiKey & { key: string }> =>
  db.$transaction(async (tx) => {
    await lockAsMaker(tx, caller);
    return createApiKey(caller.projectId, { ...key, createdBy: actorOf(caller) }, tx);
  });
