/** Stores single tools that a project adds to a toolkit of the catalog, or of its own. */
import type { Prisma } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { announceOverrides } from "../overrides/project-overrides";
import { nextVersion } from "./next-version";
import type { OwnToolkitRows } from "./own-toolkit-rows";
import { STORE_TOOLS } from "./store-own-toolkit";

type Tx = Prisma.TransactionClient;

/** Added tools of one project. */
export const MOST_ADDED_TOOLS = 500;

const BEFORE = statement({
  name: "added-tool.before",
  text: "SELECT version FROM tool WHERE project_id = $1 AND slug = $2 AND run ? 'added'",
  columns: { version: "text" },
});
const COUNT = statement({
  name: "added-tool.count",
  text: "SELECT count(*)::int AS tools FROM tool WHERE project_id = $1 AND run ? 'added'",
  columns: { tools: "int4" },
});
/** A name of the catalog, in any version, or of another tool of the project. */
const NAMED_ELSEWHERE = statement({
  name: "added-tool.named-elsewhere",
  text: `SELECT slug, toolkit_slug FROM tool WHERE (project_id IS NULL OR project_id = $1 AND slug <> $2)
    AND (slug = ANY($3::text[]) OR aliases && $3::text[]) ORDER BY slug LIMIT 1`,
  columns: { slug: "text", toolkit_slug: "text" },
});
/** A tool of a toolkit's own document that has the slug. */
const PUBLISHED = statement({
  name: "added-tool.published",
  text: `SELECT slug, toolkit_slug FROM tool
    WHERE project_id = $1 AND slug = $2 AND NOT run ? 'added' LIMIT 1`,
  columns: { slug: "text", toolkit_slug: "text" },
});
const DELETE = statement({
  name: "added-tool.delete",
  text: "DELETE FROM tool WHERE project_id = $1 AND slug = $2 AND run ? 'added'",
});
const DELETE_OVERRIDE = statement({
  name: "added-tool.delete-override",
  text: "DELETE FROM tool_override WHERE project_id = $1 AND tool_slug = $2",
});

const nameConflict = (other: { slug: string; toolkit_slug: string }): ApiError =>
  new ApiError("Conflict", `The toolkit ${other.toolkit_slug} already has the tool ${other.slug}.`, {
    errors: [`slug: ${other.slug} is taken`],
    suggestedFix: "Give the tool another slug.",
    headers: { "x-should-retry": "false" },
  });

async function assertCapacity(tx: Tx, projectId: string): Promise<void> {
  const [row] = await rowsIn(tx, COUNT, [projectId]);
  if ((row?.tools ?? 0) < MOST_ADDED_TOOLS) return;
  throw new ApiError("Conflict", `The project has ${MOST_ADDED_TOOLS} added tools, which is the maximum.`, {
    suggestedFix: "Delete an added tool that nobody needs.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Stores one tool with `run.added`, or replaces it.
 * @param rows of its toolkit with this tool alone
 * @param tx inside of `inOwnToolkitTurn`
 * @returns its version, which goes up with each change
 * @throws ApiError Conflict for a name that the catalog or another tool of the project has, and for too many tools
 */
export async function storeAddedTool(
  tx: Tx,
  projectId: string,
  slug: string,
  { facts, names, batches }: OwnToolkitRows,
): Promise<string> {
  const [other] = [
    ...(await rowsIn(tx, NAMED_ELSEWHERE, [projectId, slug, names])),
    ...(await rowsIn(tx, PUBLISHED, [projectId, slug])),
  ];
  if (other) throw nameConflict(other);
  const [before] = await rowsIn(tx, BEFORE, [projectId, slug]);
  if (!before) await assertCapacity(tx, projectId);
  const version = nextVersion(now(), before ? [before.version] : []);
  await changeIn(tx, DELETE, [projectId, slug]);
  for (const batch of batches) await changeIn(tx, STORE_TOOLS, [projectId, facts.slug, version, batch]);
  return version;
}

/**
 * Deletes an added tool, and what the project has changed about it.
 * @param tx inside of `inOwnToolkitTurn`
 */
export async function deleteAddedTool(tx: Tx, projectId: string, slug: string): Promise<void> {
  if ((await changeIn(tx, DELETE_OVERRIDE, [projectId, slug])) > 0) await announceOverrides(tx, projectId);
  await changeIn(tx, DELETE, [projectId, slug]);
}
