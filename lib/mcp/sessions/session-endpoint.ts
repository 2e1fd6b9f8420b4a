/** Opens the MCP endpoint of a session for holders of a key of its project, or of an access key of this session. */
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import type { ProjectCaller } from "@/lib/access/caller";
import { limitedOf } from "@/lib/access/keys/limited-of";
import { findCallerBySessionKey, isSessionKey } from "@/lib/access/keys/session-keys";
import { ApiError } from "@/lib/kernel/errors";
import { assertSessionInReach } from "@/lib/sessions/rules/assert-session-in-reach";
import { requireSession } from "@/lib/sessions/sessions";
import type { Session } from "@/lib/sessions/session";

export type SessionEndpoint = { caller: ProjectCaller; session: Session };

const HINT =
  "Send a key of the session's project in x-api-key or as Authorization: Bearer, or an access key of the session in x-session-access-key.";

const unauthorized = (message: string) =>
  new ApiError("Unauthorized", message, { suggestedFix: HINT, headers: { "www-authenticate": "Bearer" } });

/** The credentials of a request. */
type Credentials = {
  /** From `x-api-key` or a bearer token; it is used before `sessionKey`. */
  key: string | undefined;
  sessionKey: string | null;
  /** The client's address. */
  findAddress: () => string | undefined;
};

async function findCaller({ key, sessionKey, findAddress }: Credentials): Promise<ProjectCaller> {
  const callerKey = key ?? sessionKey;
  if (!callerKey) throw unauthorized("This MCP endpoint takes no sign-in (OAuth). It needs a key.");
  const caller = await (isSessionKey(callerKey)
    ? findCallerBySessionKey(callerKey)
    : findCallerByApiKey(callerKey, findAddress));
  if (caller) return caller;
  throw unauthorized("The key is unknown, expired or revoked.");
}

/**
 * @throws ApiError Unauthorized; NotFound for a session that does not exist or belongs to another project; Forbidden
 *   for a key that is limited to other users or toolkits; an access key of another session is refused by `authorize`
 */
export async function openSessionEndpoint(sessionId: string, credentials: Credentials): Promise<SessionEndpoint> {
  const caller = await findCaller(credentials);
  const session = await requireSession(caller.projectId, sessionId);
  const limited = limitedOf(caller);
  if (limited) assertSessionInReach(limited.reach, session);
  return { caller, session };
}
