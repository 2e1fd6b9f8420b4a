/** Short names of sessions, and sessions that meta tools open for callers who have none. */
import { randomInt } from "node:crypto";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { NEW_SESSION } from "../settings/settings";
import type { Session } from "../session";
import { recordSessionUse } from "./session-costs";
import { insertSession, toSession, type NewSession } from "./session-rows";

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aeiou";
/** Names of sessions that a caller may use: some callers invent their own. */
const WORD = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const letter = (letters: string): string => letters[randomInt(letters.length)] ?? "";

/** A word that can be spoken, of 40 bits: `bodukelorimanu`. It is a name among a user's own sessions, no secret. */
export const newWord = (): string => Array.from({ length: 6 }, () => letter(CONSONANTS) + letter(VOWELS)).join("");

const find = async (projectId: string, userId: string, word: string): Promise<Session | null> => {
  const row = await db.toolRouterSession.findUnique({
    where: { projectId_userId_word: { projectId, userId, word } },
  });
  return row ? toSession(row) : null;
};

/** A new session under a new word. A word of 40 bits is hardly ever in use. */
export async function insertWithWord(session: Omit<NewSession, "word">): Promise<Session> {
  for (;;) {
    const created = await insertSession({ ...session, word: newWord() });
    if (created) return created;
  }
}

function markUsed(session: Session): Session {
  recordSessionUse(session.id);
  return session;
}

/**
 * The user's session of this name, created if necessary; without a name, a new session. Also finds sessions by `trs_`.
 * @throws ApiError Unprocessable for a name that no session can have; NotFound for an unknown `trs_`
 */
export async function openWordSession(projectId: string, userId: string, word?: string): Promise<Session> {
  const newSession = { projectId, userId, config: NEW_SESSION, implicit: true };
  if (word === undefined) return insertWithWord(newSession);
  if (!WORD.test(word))
    throw new ApiError("Unprocessable", "That cannot be the name of a session.", {
      errors: ["session_id: must have at most 64 letters, digits, _ and -"],
      suggestedFix: "Send the session's id as COMPOSIO_SEARCH_TOOLS gave it.",
    });
  if (word.startsWith("trs_")) {
    const row = await db.toolRouterSession.findFirst({ where: { id: word, projectId, userId } });
    if (row) return markUsed(toSession(row));
    throw new ApiError("NotFound", `This user has no session ${word}.`, {
      suggestedFix: "Send the id of a session of this user, or leave it out.",
    });
  }
  for (;;) {
    const session = await find(projectId, userId, word);
    if (session) return markUsed(session);
    // Another call can open it at the same time.
    const created = await insertSession({ ...newSession, word });
    if (created) return created;
  }
}
