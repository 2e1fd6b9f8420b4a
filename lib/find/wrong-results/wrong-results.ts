/** Requests whose results somebody marked as wrong, and reports of agents: marks, lists and deletes them. */
import type { z } from "zod";
import { afterNewest, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import type { OUTCOMES, wrongResultsApi } from "./contract";

/** More rows than this of people, or of agents, teach nothing more; the oldest go. */
export const MOST_WRONG_RESULTS = 1000;

export type Outcome = (typeof OUTCOMES)[number];

export type WrongResult = {
  id: string;
  request: string;
  /** Slugs, the best first. */
  shown: string[];
  /** The slug that should have come. */
  expected: string | null;
  outcome: Outcome | null;
  createdAt: Date;
};

/** Two marks of one project wait for each other, or together they could leave more rows than the most. */
const LOCK = statement({
  name: "wrong-results.lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('patchbay.wrong-results:' || $1::text, 0))",
  columns: { pg_advisory_xact_lock: "void" },
});

/** A second mark of a request is the newer one of both, and keeps what was said before to be expected. */
const MARK = statement({
  name: "wrong-results.mark",
  text: `INSERT INTO wrong_result AS w (id, project_id, request_hash, request, shown, expected, created_at, outcome)
  VALUES ($1, $2, $3, $4, $5::text[], $6, $7, $8)
  ON CONFLICT (project_id, request_hash) DO UPDATE SET request = excluded.request, shown = excluded.shown,
    expected = coalesce(excluded.expected, w.expected), created_at = excluded.created_at, outcome = excluded.outcome
  RETURNING w.id, w.request, w.shown, w.expected, w.created_at AS "createdAt", w.outcome`,
  columns: {
    ...{ id: "text", request: "text", shown: "text[]?", expected: "text?" },
    ...{ createdAt: "timestamptz", outcome: "text?" },
  },
});

const DROP_OLDEST = statement({
  name: "wrong-results.drop-oldest",
  text: `DELETE FROM wrong_result WHERE project_id = $1 AND id IN
    (SELECT id FROM wrong_result WHERE project_id = $1 AND (outcome IS NULL) = $3::bool
      ORDER BY created_at DESC, id DESC OFFSET $2::int)`,
});

/** The same request, however it was spaced and capitalized. Reports about a tool are apart from marked searches. */
const toRequestHash = (request: string, tool: string | undefined): string =>
  hashToken(request.trim().replace(/\s+/g, " ").toLowerCase() + (tool === undefined ? "" : `\n${tool}`));

const toOutcome = (text: string | null): Outcome | null => text as Outcome | null;

/** Marks what was shown for a request as wrong. A request that is marked already is changed, not repeated. */
export async function markWrongResult(
  projectId: string,
  { request, shown: shownSlugs, expected, outcome }: z.output<typeof wrongResultsApi.markWrongResult.body>,
): Promise<WrongResult> {
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId]);
    const [row] = await rowsIn(tx, MARK, [
      newId("wrongResult"),
      projectId,
      toRequestHash(request, outcome && (shownSlugs[0] ?? "")),
      request,
      shownSlugs,
      expected ?? null,
      now(),
      outcome ?? null,
    ]);
    if (!row) throw new Error("A marked result gave no row.");
    await changeIn(tx, DROP_OLDEST, [projectId, MOST_WRONG_RESULTS, outcome === undefined]);
    return { ...row, shown: row.shown ?? [], outcome: toOutcome(row.outcome) };
  });
}

const SELECT_FIELDS = { id: true, request: true, shown: true, expected: true, outcome: true, createdAt: true } as const;

/** The project's wrong results, newest first. @throws ApiError BadRequest for a foreign cursor */
export async function listWrongResults(
  projectId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<WrongResult>> {
  const cursor = readCursor(text);
  const [rows, total] = await Promise.all([
    db.wrongResult.findMany({
      where: { projectId, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      select: SELECT_FIELDS,
    }),
    db.wrongResult.count({ where: { projectId } }),
  ]);
  const results = rows.map((row) => ({ ...row, outcome: toOutcome(row.outcome) }));
  return toPage(results, total, limit, cursor, (row) => ({
    time: row.createdAt.toISOString(),
    id: row.id,
  }));
}

/** Takes a request off the list. @throws ApiError NotFound, for another project's too */
export async function deleteWrongResult(projectId: string, id: string): Promise<void> {
  const { count } = await db.wrongResult.deleteMany({ where: { projectId, id } });
  if (count === 0)
    throw new ApiError("NotFound", `There is no wrong result ${id.slice(0, 40)} in this project.`, {
      suggestedFix: "List them with GET /api/v3/internal/patchbay/find/wrong_results.",
    });
}

/** A wrong result as the API shows it. */
export const toWireWrongResult = ({
  createdAt,
  ...row
}: WrongResult): z.input<typeof wrongResultsApi.markWrongResult.response> => ({
  ...row,
  created_at: createdAt.toISOString(),
});
