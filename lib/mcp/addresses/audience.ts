/** The audience of an MCP address: the user or the accounts for which a client calls. */
import { hash } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";

export type Audience = {
  userId?: string;
  /** Sorted, each once. */
  connectedAccountIds: string[];
};

/** The query of an MCP address. */
export type Address = {
  audience: Audience;
  /** Proves that this server made the address for its audience. */
  signature?: string;
  /**
   * Whether it asks for the tools that connect accounts. Not signed: clients add it by hand, and whoever holds the
   * address acts for its user anyway.
   */
  helpers: boolean;
};

const MAX_LENGTH = 500;
const MAX_ACCOUNTS = 50;

const malformed = (message: string, suggestedFix: string) => new ApiError("BadRequest", message, { suggestedFix });

/**
 * Reads a parameter that must occur at most once: with several values, client and server could use different values.
 */
function single(query: URLSearchParams, name: string): string {
  const [value = "", ...more] = query.getAll(name);
  if (more.length > 0) throw malformed(`This address has ${name} more than once.`, `Leave one ${name} in the address.`);
  return value.trim();
}

/**
 * The normal form of an audience: addresses with the same user and accounts count as the same address, in whatever form
 * they are written.
 */
export const toAudience = (userId: string | undefined, accountIds: readonly string[]): Audience => ({
  ...(userId && { userId }),
  connectedAccountIds: [...new Set(accountIds)].sort(),
});

/** Whether an address names nobody to call for. A token then names the user. */
export const isNobody = ({ userId, connectedAccountIds }: Audience): boolean =>
  userId === undefined && connectedAccountIds.length === 0;

/** @throws ApiError BadRequest where nobody is named */
export function assertNamed(audience: Audience): void {
  if (!isNobody(audience)) return;
  throw malformed(
    "This address does not say for whom the tools are called: user_id is missing.",
    "Use an address that POST /api/v3/mcp/servers/generate makes, " +
      "or add ?user_id=... or ?connected_account_id=... to this one and send a key. " +
      "An owner can name a user for such addresses under Settings, Project (mcp_default_user_id).",
  );
}

/**
 * @param query of the endpoint's address; `connected_account_ids` may be a list with commas or a repeated name
 * @throws ApiError BadRequest where it names two users
 */
export function readAddress(query: URLSearchParams): Address {
  const userId = single(query, "user_id");
  const signature = single(query, "signature");
  const ids = ["connected_account_id", "connected_account_ids", "connected_account_ids[]"]
    .flatMap((name) => query.getAll(name))
    .flatMap((text) => text.split(","))
    .map((id) => id.trim())
    .filter(Boolean);
  if (ids.length > MAX_ACCOUNTS || [userId, ...ids].some((text) => text.length > MAX_LENGTH || text.includes("\0")))
    throw malformed(
      "user_id or connected_account_ids of this address is malformed.",
      `Use ids of at most ${MAX_LENGTH} characters, and at most ${MAX_ACCOUNTS} accounts.`,
    );
  return {
    audience: toAudience(userId, ids),
    ...(query.has("signature") && { signature }),
    helpers: single(query, "include_composio_helper_actions").toLowerCase() === "true",
  };
}

/** A text that is unique for an audience. */
export const audienceText = ({ userId, connectedAccountIds }: Audience): string =>
  JSON.stringify([userId ?? null, ...connectedAccountIds]);

/** The hash of an audience for the table of ended addresses, because ids can be too long for an index. */
export const audienceHash = (audience: Audience): string => hash("sha256", audienceText(audience), "base64url");
