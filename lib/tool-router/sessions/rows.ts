/** A session from its row. */
import type { ToolRouterSession } from "@/generated/prisma/client";
import type { Prisma } from "@/lib/kernel/database/db";
import type { SessionConfig } from "../config/contract";
import type { Session } from "./session";

/** What is stored was checked when it was written. */
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
