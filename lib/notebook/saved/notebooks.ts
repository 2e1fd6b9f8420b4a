/** Notebooks of a project: made, read, changed by whoever has seen the last change, deleted. */
import type { z } from "zod";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { requireSeenSession } from "@/lib/sessions/sessions";
import type { savedNotebooksApi } from "./contract";

/** Of a project. */
export const MOST_NOTEBOOKS = 200;

type Api = typeof savedNotebooksApi;
type Cells = z.output<Api["getNotebook"]["response"]>["cells"];
type Change = z.output<Api["updateNotebook"]["body"]>;
type Wire = z.input<Api["getNotebook"]["response"]>;
type ListedWire = z.input<Api["listNotebooks"]["response"]>;

const LIST_COLUMNS = {
  id: true,
  name: true,
  cellCount: true,
  sessionId: true,
  version: true,
  createdAt: true,
  updatedAt: true,
} as const;

type NotebookRow = Prisma.NotebookGetPayload<{ select: typeof LIST_COLUMNS }>;
type Row = Prisma.NotebookGetPayload<object>;

const toListed = ({ cellCount, sessionId, createdAt, updatedAt, id, name, version }: NotebookRow) => ({
  id,
  name,
  version,
  cell_count: cellCount,
  session_id: sessionId,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const toWire = (row: Row): Wire => ({ ...toListed(row), cells: row.cells as Cells });

const unknownNotebook = (id: string) =>
  new ApiError("NotFound", `There is no notebook ${id.slice(0, 40)} in this project.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/notebooks.",
  });

/** Two that are made at once wait for each other, or there could be more than the most. */
const LOCK = statement({
  name: "notebook.lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.notebook:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** @throws ApiError Conflict if the project has the maximum number of notebooks; NotFound for an unknown session */
export async function createNotebook(
  projectId: string,
  { name, cells, session_id: sessionId }: z.output<Api["createNotebook"]["body"]>,
): Promise<Wire> {
  if (sessionId !== null) await requireSeenSession(projectId, sessionId);
  const time = now();
  const data = {
    ...{ id: newId("notebook"), projectId, name, cells, cellCount: cells.length, sessionId },
    ...{ createdAt: time, updatedAt: time },
  };
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId]);
    if ((await tx.notebook.count({ where: { projectId } })) >= MOST_NOTEBOOKS)
      throw new ApiError("Conflict", `The project has ${MOST_NOTEBOOKS} notebooks, which is the maximum.`, {
        suggestedFix: "Delete one that nobody needs, or export it first.",
        headers: { "x-should-retry": "false" },
      });
    return toWire(await tx.notebook.create({ data }));
  });
}

/** @throws ApiError NotFound, for another project's too */
export async function requireNotebook(projectId: string, id: string): Promise<Wire> {
  const row = await db.notebook.findFirst({ where: { projectId, id } });
  if (!row) throw unknownNotebook(id);
  return toWire(row);
}

/**
 * Changes what is mentioned.
 * @throws ApiError NotFound, for its session too; Conflict where somebody has changed it since the expected version
 */
export async function updateNotebook(
  projectId: string,
  id: string,
  { expected_version: expected, name, cells, session_id: sessionId }: Change,
): Promise<Wire> {
  if (sessionId) await requireSeenSession(projectId, sessionId);
  const { count } = await db.notebook.updateMany({
    where: { projectId, id, version: expected },
    data: {
      ...(name !== undefined && { name }),
      ...(cells && { cells, cellCount: cells.length }),
      ...(sessionId !== undefined && { sessionId }),
      version: expected + 1,
      updatedAt: now(),
    },
  });
  const notebook = await requireNotebook(projectId, id);
  if (count > 0) return notebook;
  throw new ApiError("Conflict", `The notebook has version ${notebook.version}, not ${expected}.`, {
    errors: [`expected_version: is ${expected}`],
    suggestedFix: "Someone changed it in the meantime. Reload it, or save yours as a new notebook.",
    headers: { "x-should-retry": "false" },
  });
}

/** @throws ApiError NotFound, for another project's too */
export async function deleteNotebook(projectId: string, id: string): Promise<void> {
  const { count } = await db.notebook.deleteMany({ where: { projectId, id } });
  if (count === 0) throw unknownNotebook(id);
}

const after = (cursor: Cursor): Prisma.NotebookWhereInput => ({
  OR: [{ updatedAt: { lt: new Date(cursor.time) } }, { updatedAt: new Date(cursor.time), id: { lt: cursor.id } }],
});

/** Last changed first. @throws ApiError BadRequest for a foreign cursor */
export async function listNotebooks(
  projectId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ListedWire["items"][number]>> {
  const cursor = readCursor(text);
  const [rows, total] = await Promise.all([
    db.notebook.findMany({
      where: cursor ? { projectId, ...after(cursor) } : { projectId },
      orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      select: LIST_COLUMNS,
    }),
    db.notebook.count({ where: { projectId } }),
  ]);
  const page = toPage(rows, total, limit, cursor, ({ updatedAt, id }) => ({ time: updatedAt.toISOString(), id }));
  return { ...page, items: page.items.map(toListed) };
}
