/** Opens the MCP endpoint of a session for holders of a key of its project, or of an access key of this session. */
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import type { ProjectCaller } from "@/lib/access/caller";
import { findCallerBySessionKey, isSessionKey } from "@/lib/access/keys/session-keys";
import { ApiError } from "@/lib/kernel/errors";
import { requireSession } from "@/lib/sessions/sessions";
import type { Session } from "@/lib/sessions/session";

export type SessionEndpoint = { caller: ProjectCaller; session: Session };

const HINT =
  "Send a key of the session's project in x-api-key or as Authorization: Bearer, or an access key of the session in x-session-access-key.";

const unauthorized = (message: string) =>
  new ApiError("Unauthorized", message, { suggestedFix: HINT, headers: { "www-authenticate": "Bearer" } });

async function findCaller(key: string | undefined, sessionKey: string | null): Promise<ProjectCaller> {
  const callerKey = key ?? sessionKey;
  if (!callerKey) throw unauthorized("This MCP endpoint takes no sign-in (OAuth). It needs a key.");
  const caller = await (isSessionKey(callerKey) ? findCallerBySessionKey(callerKey) : findCallerByApiKey(callerKey));
  if (caller) return caller;
  throw unauthorized("The key is unknown, expired or revoked.");
}

/**
 * @param key from `x-api-key` or a bearer token; it is used before `sessionKey`
 * @throws ApiError Unauthorized; NotFound for a session that does not exist or belongs to another project; an access
 *   key of another session is refused by `authorize`
 */
export async function openSessionEndpoint(
  sessionId: string,
  key: string | undefined,
  sessionKey: string | null,
): Promise<SessionEndpoint> {
  const caller = await findCaller(key, sessionKey);
  return { caller, session: await requireSession(caller.projectId, sessionId) };
}
