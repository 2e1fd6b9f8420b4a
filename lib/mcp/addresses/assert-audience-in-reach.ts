/** The users of an MCP address within the limits of a key. */
import { assertUserInReach, type Limited } from "@/lib/access/keys/limited-of";
import { requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import type { Audience } from "./audience";

/**
 * The toolkits are narrowed by the endpoint. With a user, only accounts that the user may use are chosen.
 * @throws ApiError Forbidden for another user, and for accounts of other users; NotFound for an unknown account
 */
export async function assertAudienceInReach({ projectId, reach }: Limited, audience: Audience): Promise<void> {
  if (!reach.users) return;
  if (audience.userId !== undefined) return assertUserInReach(reach, audience.userId);
  for (const id of audience.connectedAccountIds) assertUserInReach(reach, (await requireAccount(projectId, id)).userId);
}
