/** For whom an MCP client calls: the user or the accounts that the address names. */
import { createHash } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";

export type Audience = {
  userId?: string;
  /** Sorted, each once. */
  connectedAccountIds: string[];
};

/** What an address says behind its question mark. */
export type Address = {
  audience: Audience;
  /** Of who made the address; proves that its audience is the one that it was made for. */
  signature?: string;
};

const MAX_LENGTH = 500;
const MAX_ACCOUNTS = 50;

const malformed = (message: string, suggestedFix: string) => new ApiError("BadRequest", message, { suggestedFix });

/** The value of a name that may stand in the address once: of several, client and server could mean different ones. */
function single(query: URLSearchParams, name: string): string {
  const [value = "", ...more] = query.getAll(name);
  if (more.length > 0) throw malformed(`This address has ${name} more than once.`, `Leave one ${name} in the address.`);
  return value.trim();
}

/** The one form of an audience: addresses that name the same user and accounts are one address, however they are written. */
export const toAudience = (userId: string | undefined, accountIds: readonly string[]): Audience => ({
  ...(userId && { userId }),
  connectedAccountIds: [...new Set(accountIds)].sort(),
});

/**
 * @param query of the endpoint's address; `connected_account_ids` may be a list with commas or a repeated name
 * @throws ApiError BadRequest where it names nobody, or two users
 */
export function readAddress(query: URLSearchParams): Address {
  const userId = single(query, "user_id");
  const signature = single(query, "signature");
  const ids = ["connected_account_id", "connected_account_ids", "connected_account_ids[]"]
    .flatMap((name) => query.getAll(name))
    .flatMap((text) => text.split(","))
    .map((id) => id.trim())
    .filter(Boolean);
  if (userId === "" && ids.length === 0)
    throw malformed(
      "This address does not say for whom the tools are called: user_id is missing.",
      "Use an address that POST /api/v3/mcp/servers/generate makes, or add ?user_id=... or ?connected_account_id=... to this one and send a key.",
    );
  if (ids.length > MAX_ACCOUNTS || [userId, ...ids].some((text) => text.length > MAX_LENGTH || text.includes("\0")))
    throw malformed(
      "user_id or connected_account_ids of this address is malformed.",
      `Use ids of at most ${MAX_LENGTH} characters, and at most ${MAX_ACCOUNTS} accounts.`,
    );
  return { audience: toAudience(userId, ids), ...(query.has("signature") && { signature }) };
}

/** An audience as a text that no other audience has. */
export const audienceText = ({ userId, connectedAccountIds }: Audience): string =>
  JSON.stringify([userId ?? null, ...connectedAccountIds]);

/** The name of an audience in the table of ended addresses: ids may be longer than an index takes. */
export const audienceHash = (audience: Audience): string =>
  createHash("sha256").update(audienceText(audience)).digest("base64url");
