/** The state of one consent: random, stored as a hash, good for ten minutes and one use. */
import { inSeconds, now } from "@/lib/kernel/clock";
import { db, queryRows } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { open, seal } from "@/lib/kernel/vault";

const LIFE_SECONDS = 600;
/** A link can be opened again and again while it lives; nobody needs more unfinished consents than this. */
const MOST_PENDING = 30;

const place = (projectId: string, hash: string) => ({ projectId, rowId: hash, column: "oauth_state.verifier" });

/** The PKCE verifier, null where the provider does not know PKCE; or what is made for this state (OAuth 1.0a's token secret). */
type Verifier = string | null | ((state: string) => Promise<string>);

/**
 * Remembers one consent that is about to begin.
 * @throws ApiError TooManyRequests for an account with many unfinished consents
 */
export async function createState(projectId: string, accountId: string, { verifier, redirectUri }: { verifier: Verifier; redirectUri: string }): Promise<string> {
  const pending = await db.oauthState.count({ where: { projectId, accountId, usedAt: null, expiresAt: { gt: now() } } });
  if (pending >= MOST_PENDING) throw new ApiError("TooManyRequests", "This link was opened too often.", { suggestedFix: "Wait ten minutes, or ask for a new link." });
  const state = newToken("st_");
  const hash = hashToken(state);
  const kept = typeof verifier === "function" ? await verifier(state) : verifier;
  await db.oauthState.create({
    data: { hash, projectId, accountId, redirectUri, verifier: kept === null ? null : seal(kept, place(projectId, hash)), createdAt: now(), expiresAt: inSeconds(LIFE_SECONDS) },
  });
  return state;
}

export type TakenState = { projectId: string; accountId: string; verifier: string | null; redirectUri: string };

type Row = { project_id: string; account_id: string; verifier: string | null; redirect_uri: string };

/** Takes a state: of two callbacks with the same one, exactly one gets it. Null for an unknown, expired or used one. */
export async function takeState(state: string): Promise<TakenState | null> {
  const hash = hashToken(state);
  const [row] = await queryRows<Row>(
    "connected-accounts.take-state",
    "UPDATE oauth_state SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING project_id, account_id, verifier, redirect_uri",
    [hash, now()],
  );
  if (!row) return null;
  return {
    projectId: row.project_id, accountId: row.account_id, redirectUri: row.redirect_uri,
    verifier: row.verifier === null ? null : open(row.verifier, place(row.project_id, hash)),
  };
}
