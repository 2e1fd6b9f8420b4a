/** Reads a project's own toolkits: their drafts and versions. */
import type { z } from "zod";
import { MOST_OWN_TOOLKITS } from "@/lib/catalog/load/own-toolkit-rows";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { assertStorage } from "./make-room";
import type { SourceKind } from "./constants";
import type { OwnToolkit, ownToolkitsApi, Summary } from "./contract";

type Wire = z.input<typeof OwnToolkit>;
type VersionWire = z.input<typeof ownToolkitsApi.listOwnToolkitVersions.response>["items"][number];

/** Everything of a row except its document, which can have megabytes. */
const COLUMNS = {
  projectId: true,
  slug: true,
  kind: true,
  name: true,
  url: true,
  sourceBytes: true,
  settings: true,
  access: true,
  state: true,
  version: true,
  revision: true,
  summary: true,
  createdBy: true,
  createdAt: true,
  updatedAt: true,
} as const;

export type OwnToolkitRow = Prisma.OwnToolkitGetPayload<{ select: typeof COLUMNS }>;

export const unknownOwnToolkit = (slug: string): ApiError =>
  new ApiError("NotFound", `The project has no toolkit of its own ${JSON.stringify(slug.slice(0, 100))}.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/own_toolkits.",
  });

/** Drafts count too: each can have a document or a picture of megabytes. */
async function assertRoom(tx: Prisma.TransactionClient, projectId: string, slug: string): Promise<void> {
  const rows = await tx.ownToolkit.findMany({ where: { projectId }, select: { slug: true } });
  if (rows.some((row) => row.slug === slug))
    throw new ApiError("Conflict", `The project already has a toolkit ${slug}.`, {
      suggestedFix: "Change that toolkit, or choose another slug.",
      headers: { "x-should-retry": "false" },
    });
  if (rows.length >= MOST_OWN_TOOLKITS)
    throw new ApiError("Conflict", `The project has ${MOST_OWN_TOOLKITS} toolkits of its own, which is the maximum.`, {
      suggestedFix: "Delete a toolkit that nobody needs.",
      headers: { "x-should-retry": "false" },
    });
}

/**
 * Stores the row of a new toolkit.
 * @param tx inside of `inOwnToolkitTurn`
 * @throws ApiError Conflict for a slug that exists, for too many toolkits, and for too many bytes
 */
export async function insertOwnToolkit(
  tx: Prisma.TransactionClient,
  data: Prisma.OwnToolkitUncheckedCreateInput,
): Promise<void> {
  await assertRoom(tx, data.projectId, data.slug);
  await tx.ownToolkit.create({ data });
  await assertStorage(tx, data.projectId);
}

/** A row as the API shows it. */
export const toOwnToolkit = (row: Omit<OwnToolkitRow, "settings">): Wire => ({
  slug: row.slug,
  name: row.name,
  kind: row.kind as SourceKind,
  url: row.url,
  source_bytes: row.sourceBytes,
  access: row.access,
  state: row.state as Wire["state"],
  version: row.version,
  revision: row.revision,
  summary: row.summary as Summary,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** By name, without their settings, which can have megabytes in each. */
export function listOwnToolkits(projectId: string): Promise<Omit<OwnToolkitRow, "settings">[]> {
  const { settings: _, ...select } = COLUMNS;
  return db.ownToolkit.findMany({ where: { projectId }, select, orderBy: [{ name: "asc" }, { slug: "asc" }] });
}

/** Null for another project's too. */
export const findOwnToolkit = (projectId: string, slug: string): Promise<OwnToolkitRow | null> =>
  db.ownToolkit.findUnique({ where: { projectId_slug: { projectId, slug } }, select: COLUMNS });

/** @throws ApiError NotFound, for another project's too */
export async function requireOwnToolkit(projectId: string, slug: string): Promise<OwnToolkitRow> {
  const row = await findOwnToolkit(projectId, slug);
  if (!row) throw unknownOwnToolkit(slug);
  return row;
}

/** Newest first. @throws ApiError NotFound for an unknown toolkit */
export async function listOwnToolkitVersions(projectId: string, slug: string): Promise<VersionWire[]> {
  const { version } = await requireOwnToolkit(projectId, slug);
  const rows = await db.ownToolkitVersion.findMany({
    where: { projectId, slug },
    select: { version: true, summary: true, createdBy: true, createdAt: true },
    orderBy: { version: "desc" },
  });
  return rows.map((row) => ({
    version: row.version,
    is_latest: row.version === version,
    summary: row.summary as Summary,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  }));
}
