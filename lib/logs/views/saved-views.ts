/** Saved views of logs. The member who owns a view lists, saves, renames and deletes it. */
import type { z } from "zod";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { MOST_VIEWS, type savedViewsApi } from "./contract";

type Api = typeof savedViewsApi;
type Wire = z.input<Api["createSavedView"]["response"]>;
type Page = Wire["page"];

/** The owner of the views. No other member sees or changes them. */
export type ViewOwner = { projectId: string; userId: string };

const toWire = ({ id, page, name, filters, createdAt }: Prisma.SavedViewGetPayload<object>): Wire => ({
  id,
  page: page as Page,
  name,
  filters: filters as Wire["filters"],
  created_at: createdAt.toISOString(),
});

const unknownView = (id: string) =>
  new ApiError("NotFound", `You have no saved view ${id.slice(0, 40)} in this project.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/logs/views.",
  });

const sameName = (name: string) =>
  new ApiError("Conflict", `You have a view with the name ${JSON.stringify(name)} on this page.`, {
    suggestedFix: "Choose another name, or rename that view first.",
    errors: ["name: is the name of another view"],
    headers: { "x-should-retry": "false" },
  });

/** Changes of one member wait for each other. Otherwise there could be more views than the limit, or one name twice. */
const LOCK = statement({
  name: "saved-view.lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.saved-view:' || $1::text || ' ' || $2::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** The oldest first, so that a view keeps its place. */
export async function listSavedViews({ projectId, userId }: ViewOwner, page: Page): Promise<Wire[]> {
  const rows = await db.savedView.findMany({
    where: { projectId, userId, page },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MOST_VIEWS,
  });
  return rows.map(toWire);
}

/** @throws ApiError Conflict for a name that is taken, and where the member has as many views as they may */
export async function createSavedView(
  { projectId, userId }: ViewOwner,
  { page, name, filters }: z.output<Api["createSavedView"]["body"]>,
): Promise<Wire> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId, userId]);
    if (await tx.savedView.findFirst({ where: { projectId, userId, page, name }, select: { id: true } }))
      throw sameName(name);
    if ((await tx.savedView.count({ where: { projectId, userId } })) >= MOST_VIEWS)
      throw new ApiError("Conflict", `You have ${MOST_VIEWS} saved views in this project, which is the maximum.`, {
        suggestedFix: "Delete one that you no longer need.",
        headers: { "x-should-retry": "false" },
      });
    const data = { id: newId("savedView"), projectId, userId, page, name, filters, createdAt: now() };
    return toWire(await tx.savedView.create({ data }));
  });
}

/** Changes what is mentioned. @throws ApiError NotFound, for another's too; Conflict for a name that is taken */
export async function updateSavedView(
  { projectId, userId }: ViewOwner,
  id: string,
  { name, filters }: z.output<Api["updateSavedView"]["body"]>,
): Promise<Wire> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId, userId]);
    const row = await tx.savedView.findFirst({ where: { projectId, userId, id } });
    if (!row) throw unknownView(id);
    const where = { projectId, userId, page: row.page, name, id: { not: id } };
    if (name !== undefined && (await tx.savedView.findFirst({ where: where, select: { id: true } })))
      throw sameName(name);
    const data = { name: name ?? row.name, ...(filters && { filters }) };
    await tx.savedView.updateMany({ where: { projectId, userId, id }, data });
    return toWire({ ...row, ...data });
  });
}

/** @throws ApiError NotFound, for another's too */
export async function deleteSavedView({ projectId, userId }: ViewOwner, id: string): Promise<void> {
  const { count } = await db.savedView.deleteMany({ where: { projectId, userId, id } });
  if (count === 0) throw unknownView(id);
}
