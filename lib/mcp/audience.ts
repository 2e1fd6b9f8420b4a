/** For whom an MCP client calls: the user or the accounts that the address names. */
import { ApiError } from "@/lib/kernel/errors";

export type Audience = { userId?: string; connectedAccountIds: string[] };

const MAX_LENGTH = 500;
const MAX_ACCOUNTS = 50;

/**
 * @param query of the endpoint's address; `connected_account_ids` may be a list with commas or a repeated name
 * @throws ApiError BadRequest where it names nobody
 */
export function readAudience(query: URLSearchParams): Audience {
  const userId = query.get("user_id")?.trim() ?? "";
  const ids = ["connected_account_id", "connected_account_ids", "connected_account_ids[]"]
    .flatMap((name) => query.getAll(name))
    .flatMap((text) => text.split(","))
    .map((id) => id.trim())
    .filter(Boolean);
  if (userId === "" && ids.length === 0)
    throw new ApiError("BadRequest", "This address does not say for whom the tools are called: user_id is missing.", {
      suggestedFix:
        "Add ?user_id=... or ?connected_account_id=... to it; POST /api/v3/mcp/servers/generate makes such addresses.",
    });
  if (ids.length > MAX_ACCOUNTS || [userId, ...ids].some((text) => text.length > MAX_LENGTH || text.includes("\0")))
    throw new ApiError("BadRequest", `user_id or connected_account_ids of this address is malformed.`, {
      suggestedFix: `Use ids of at most ${MAX_LENGTH} characters, and at most ${MAX_ACCOUNTS} accounts.`,
    });
  return { ...(userId && { userId }), connectedAccountIds: [...new Set(ids)] };
}
