/** A session from its row, and the row of a new one. */
import type { ToolRouterSession } from "@/generated/prisma/client";
import type { Prisma } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import type { SessionConfig } from "../settings/contract";
import type { Session } from "../session";

/** The stored value was checked when it was written. */
export const toSession = ({ config, ...row }: ToolRouterSession): Session => ({
  id: row.id,
  projectId: row.projectId,
  userId: row.userId,
  word: row.word,
  config: config as SessionConfig,
  configVersion: row.configVersion,
  implicit: row.implicit,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** A configuration for the database: plain JSON, as the contract has checked it. */
export const toStored = (config: SessionConfig): Prisma.InputJsonObject => config as unknown as Prisma.InputJsonObject;

/** Plain SQL, because programs make a session for each conversation. */
const INSERT = statement({
  name: "tool-router.insert-session",
  text: `INSERT INTO tool_router_session (id, project_id, user_id, word, config, implicit, created_by, created_at, updated_at, last_used_at)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $8, $8) ON CONFLICT (project_id, user_id, word) DO NOTHING RETURNING id`,
  columns: { id: "text" },
});

export type NewSession = Pick<Session, "projectId" | "userId" | "word" | "config" | "implicit"> & {
  /** The member who makes it in the dashboard. */
  createdBy?: string | undefined;
};

/** Stores a new session; null if the user already has a session of this name. */
export async function insertSession({
  projectId,
  userId,
  word,
  config,
  implicit,
  createdBy,
}: NewSession): Promise<Session | null> {
  const id = newId("toolRouterSession");
  const time = now();
  const configJson = JSON.stringify(config);
  const rows = await rowsOf(INSERT, [id, projectId, userId, word, configJson, implicit, createdBy ?? null, time]);
  if (rows.length === 0) return null;
  return { id, projectId, userId, word, config, configVersion: 1, implicit, createdAt: time, updatedAt: time };
}
