/** Watches a key of a project for streams that know it by its id alone. */
import { db } from "@/lib/kernel/database/db";
import { onAccessEnd } from "../on-access-end";
import { toSettings } from "../projects/project-config";
import { toRole } from "../roles";
import { settingsFor } from "../sign-in/sign-in-caller";

/** The credential of a person ends with their session: their streams authorize again after so long. */
const PERSONS_MS = 5 * 60_000;

/** The key as a caller has it: of a project, or of a member of the project's organization; null without a member. */
async function findHolder(organizationId: string, keyId: string) {
  const key = await db.apiKey.findUnique({ where: { id: keyId }, select: { kind: true, userId: true } });
  if (key?.kind !== "user" || key.userId === null) return { kind: "apiKey" as const, keyId };
  const { userId } = key;
  const member = await db.member.findUnique({ where: { organizationId_userId: { organizationId, userId } } });
  return member && { kind: "userKey" as const, keyId, userId, role: toRole(member.role) };
}

/**
 * Calls `ended` once, when a key may no longer do what it could, or the settings of its project have changed.
 * @param actor the id of the key, or of a person's session
 * @returns ends the watch
 */
export function watchKey(projectId: string, actor: string, onEnd: () => void): () => void {
  if (!actor.startsWith("key_")) {
    const timer = setTimeout(onEnd, PERSONS_MS).unref();
    return () => clearTimeout(timer);
  }
  let over = false;
  let unwatch: () => void = () => undefined;
  const begin = async () => {
    const row = await db.project.findUnique({ where: { id: projectId } });
    if (over) return;
    if (!row || row.deletedAt) return onEnd();
    const { organizationId, config } = row;
    const holder = await findHolder(organizationId, actor);
    if (over) return;
    if (!holder) return onEnd();
    const settings = holder.kind === "userKey" ? settingsFor(holder.role, config) : toSettings(config);
    unwatch = onAccessEnd({ kind: "project", organizationId, projectId, settings, by: holder }, onEnd);
  };
  // If the key cannot be watched, its work must not go on.
  begin().catch(onEnd);
  return () => {
    over = true;
    unwatch();
  };
}
