/** Reads revocation jobs: their progress, and the provider's answer for each account. */
import type { RevocationItem } from "@/generated/prisma/client";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db } from "@/lib/kernel/database/db";
import { narrowed, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import type { RevocationScope } from "./contract";

const columns = {
  id: "text",
  scope: narrowed<RevocationScope>()("text"),
  target: "text?",
  deletes: "bool",
  total: "int4",
  createdAt: "timestamptz",
  finishedAt: "timestamptz?",
  waiting: "int4",
  revoked: "int4",
  keptElsewhere: "int4",
  failed: "int4",
} as const;

const SELECT = `SELECT j.id, j.scope, j.target, j.deletes, j.total, j.created_at AS "createdAt", j.finished_at AS "finishedAt", i.*
  FROM revocation_job j CROSS JOIN LATERAL (
    SELECT (count(*) FILTER (WHERE status = 'waiting'))::int AS waiting, (count(*) FILTER (WHERE status = 'revoked'))::int AS revoked,
      (count(*) FILTER (WHERE status = 'revoked' AND 'credential' = ANY(revoked_tokens)))::int AS "keptElsewhere",
      (count(*) FILTER (WHERE status = 'failed'))::int AS failed
    FROM revocation_item WHERE job_id = j.id) i WHERE j.project_id = $1`;
const FIND_REVOCATION = statement({ name: "revocation.one", text: `${SELECT} AND j.id = $2`, columns });
export type RevocationProgress = StatementRow<typeof FIND_REVOCATION>;
const LIST = statement({
  name: "revocation.list",
  text: `${SELECT} AND ($2::timestamptz IS NULL OR (j.created_at, j.id) < ($2, $3::text)) ORDER BY j.created_at DESC, j.id DESC LIMIT $4`,
  columns,
});

/** A job with its counts. @throws ApiError NotFound */
export async function requireRevocation(projectId: string, id: string): Promise<RevocationProgress> {
  const [row] = await rowsOf(FIND_REVOCATION, [projectId, id]);
  if (!row)
    throw new ApiError("NotFound", `There is no revocation ${id.slice(0, 40)} in this project.`, {
      suggestedFix: "List them with GET /api/v3/internal/patchbay/revocations.",
    });
  return row;
}

/** A page of the project's jobs, newest first. @throws ApiError BadRequest for a foreign cursor */
export async function listRevocations(
  projectId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<RevocationProgress>> {
  const cursor = readCursor(text);
  const [rows, total] = await Promise.all([
    rowsOf(LIST, [projectId, cursor?.time ?? null, cursor?.id ?? null, limit + 1]),
    db.revocationJob.count({ where: { projectId } }),
  ]);
  return toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
}

/** A page of a job's accounts; those that failed come first. @throws ApiError BadRequest for a foreign cursor */
export async function listRevocationItems(
  projectId: string,
  jobId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: RevocationItem[]; nextCursor: string | null }> {
  const cursor = readCursor(text);
  const after = cursor ? { OR: [{ status: { gt: cursor.time } }, { status: cursor.time, id: { gt: cursor.id } }] } : {};
  const rows = await db.revocationItem.findMany({
    where: { projectId, jobId, ...after },
    orderBy: [{ status: "asc" }, { id: "asc" }],
    take: limit + 1,
  });
  const { items, next_cursor: nextCursor } = toPage(rows, rows.length, limit, cursor, (row) => ({
    time: row.status,
    id: row.id,
  }));
  return { items, nextCursor };
}
