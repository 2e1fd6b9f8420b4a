/** Named access rules that sessions can use. */
import type { SavedSessionConfig } from "@/generated/prisma/client";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, isUniqueViolation, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { checkConfig } from "./check-config";
import { NEW_SESSION, withSettings, type Settings } from "./settings";

export type Rules = Pick<Settings, "toolkits" | "tools" | "tags">;
export type NewSaved = { name: string; description?: string | null | undefined; config: Rules };
export type SavedChange = Partial<NewSaved> & { archived?: boolean | undefined };

const unknownConfig = (id: string) =>
  new ApiError("NotFound", `There are no saved rules ${id.slice(0, 100)} in this project.`, {
    suggestedFix: "List them with GET /api/v3/session_configs.",
  });

const nameTaken = (name: string, cause: unknown) =>
  new ApiError("Conflict", `The project already has saved rules named ${name}.`, {
    errors: ["name: is taken"],
    suggestedFix: "Choose another name.",
    headers: { "x-should-retry": "false" },
    cause,
  });

/** @throws ApiError NotFound, for another project's too */
export async function requireSaved(projectId: string, id: string): Promise<SavedSessionConfig> {
  const row = await db.savedSessionConfig.findFirst({ where: { projectId, id } });
  if (!row) throw unknownConfig(id);
  return row;
}

/** @throws ApiError NotFound; BadRequest for archived rules */
export async function savedSettings(projectId: string, id: string): Promise<Rules> {
  const { archivedAt, config } = await requireSaved(projectId, id);
  if (archivedAt)
    throw new ApiError("BadRequest", `The saved rules ${id} are archived.`, {
      errors: ["experimental.session_config_id: is archived"],
      suggestedFix: "Restore them, or use others.",
    });
  return config as Rules;
}

/** Names of toolkits and tools are checked like those of a session. */
const checkRules = (projectId: string, rules: Rules) => checkConfig(projectId, "", withSettings(NEW_SESSION, rules));

const uniquely = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(name, error) : error;
  });

/** @throws ApiError Unprocessable as `checkConfig`; Conflict for a name that is taken */
export async function createSaved(projectId: string, rules: NewSaved): Promise<SavedSessionConfig> {
  await checkRules(projectId, rules.config);
  const time = now();
  const data = {
    id: newId("savedSessionConfig"),
    projectId,
    name: rules.name,
    description: rules.description ?? null,
    config: rules.config as Prisma.InputJsonObject,
    createdAt: time,
    updatedAt: time,
  };
  return uniquely(rules.name, db.savedSessionConfig.create({ data }));
}

/** @throws ApiError NotFound; as `createSaved` */
export async function updateSaved(projectId: string, id: string, change: SavedChange): Promise<SavedSessionConfig> {
  const { config, archived, name, description } = change;
  const row = await requireSaved(projectId, id);
  if (config) await checkRules(projectId, config);
  const data = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(config && { config: config as Prisma.InputJsonObject }),
    ...(archived !== undefined && { archivedAt: archived ? (row.archivedAt ?? now()) : null }),
    updatedAt: now(),
  };
  const { count } = await uniquely(name ?? "", db.savedSessionConfig.updateMany({ where: { projectId, id }, data }));
  if (count === 0) throw unknownConfig(id);
  return requireSaved(projectId, id);
}

const after = (cursor: Cursor): Prisma.SavedSessionConfigWhereInput => ({
  OR: [{ updatedAt: { lt: new Date(cursor.time) } }, { updatedAt: new Date(cursor.time), id: { lt: cursor.id } }],
});

/** Last changed first; either the archived rules or the others. */
export async function listSaved(
  projectId: string,
  filter: { cursor?: string | undefined; limit: number; search?: string | undefined; archived?: boolean | undefined },
): Promise<Page<SavedSessionConfig>> {
  const cursor = readCursor(filter.cursor);
  const where: Prisma.SavedSessionConfigWhereInput = {
    projectId,
    archivedAt: filter.archived ? { not: null } : null,
    ...(filter.search && { name: { contains: filter.search, mode: "insensitive" } }),
  };
  const [rows, total] = await Promise.all([
    db.savedSessionConfig.findMany({
      where: cursor ? { AND: [where, after(cursor)] } : where,
      orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
      take: filter.limit + 1,
    }),
    db.savedSessionConfig.count({ where }),
  ]);
  return toPage(rows, total, filter.limit, cursor, ({ updatedAt, id }) => ({ time: updatedAt.toISOString(), id }));
}
