/**
 * Sessions that another room opens for a user: an MCP server connects its users' accounts in a session, by its own
 * rules.
 */
import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import type { SessionConfig } from "../settings/contract";
import { announceSession } from "./session-cache";
import { insertSession, toSession, toStored } from "./session-rows";
import type { Session } from "../session";
import { recordSessionUse } from "./session-costs";

/**
 * The user's session with this name and configuration, created or changed if necessary.
 * @param word the caller's name for it, at most 64 letters, digits, _ and -
 */
export async function openHeldSession(
  projectId: string,
  userId: string,
  word: string,
  config: SessionConfig,
): Promise<Session> {
  for (;;) {
    const row = await db.toolRouterSession.findUnique({
      where: { projectId_userId_word: { projectId, userId, word } },
    });
    const session = row && toSession(row);
    if (session) return withConfig(session, config);
    // Another call can open it at the same time.
    const created = await insertSession({ projectId, userId, word, config, implicit: true });
    if (created) return created;
  }
}

/** Its configuration follows that of its owner, so it has no history. */
async function withConfig(session: Session, config: SessionConfig): Promise<Session> {
  recordSessionUse(session.id);
  if (isDeepStrictEqual(session.config, config)) return session;
  const { projectId, id } = session;
  await db.$transaction(async (tx) => {
    await tx.toolRouterSession.updateMany({
      where: { projectId, id },
      data: { config: toStored(config), configVersion: { increment: 1 }, updatedAt: now() },
    });
    await announceSession(tx, id);
  });
  return { ...session, config, configVersion: session.configVersion + 1 };
}
