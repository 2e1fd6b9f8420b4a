/** Changes a tool for one project, and gives it back. */
import type { z } from "zod";
import { db, type Db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { turnLock } from "@/lib/kernel/database/turn-lock";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { MAX_OVERRIDES_LENGTH, MOST_OVERRIDES, type overridesApi } from "../overrides/contract";
import { announceOverrides } from "../overrides/project-overrides";
import type { ArgumentOverride, ToolOverride } from "../overrides/tool-override";
import type { CatalogTool } from "../read/catalog";
import { findOriginalTool, requireTool } from "../read/find-tool";
import { checkOverride } from "./check-override";

/** Two new overrides of one project wait for each other, or together they could be more than the most. */
const LOCK = turnLock("overrides");
const COUNT_OTHERS = statement({
  name: "overrides.count",
  text: `SELECT count(*)::int AS others,
      coalesce(sum(coalesce(length(description), 0) + length(arguments::text)), 0)::int AS characters
    FROM tool_override WHERE project_id = $1 AND tool_slug <> ALL($2::text[])`,
  columns: { others: "int4", characters: "int4" },
});
/** The same tool can have an override under a name that it had earlier. */
const DELETE = statement({
  name: "overrides.delete",
  text: "DELETE FROM tool_override WHERE project_id = $1 AND tool_slug = ANY($2::text[])",
});
const INSERT = statement({
  name: "overrides.insert",
  text: `INSERT INTO tool_override (project_id, tool_slug, name, description, hidden, arguments, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6::json, $7)`,
});

/** The tool as its toolkit describes it, hidden or not. @throws ApiError NotFound */
export async function requireOriginalTool(projectId: string, slug: string): Promise<CatalogTool> {
  return (await findOriginalTool(projectId, slug)) ?? requireTool(projectId, slug);
}

const namesOf = ({ slug, aliases }: CatalogTool): string[] => [slug, ...aliases];

type ArgumentChanges = z.output<typeof overridesApi.putToolOverride.body>["arguments"];

/** Without the parts that are not set. */
export const toArguments = (changes: ArgumentChanges): Record<string, ArgumentOverride> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    ]),
  );

/** @param characters of all overrides with the new one */
function assertFew(others: number, characters: number): void {
  if (others < MOST_OVERRIDES && characters <= MAX_OVERRIDES_LENGTH) return;
  const limit =
    others >= MOST_OVERRIDES
      ? `${MOST_OVERRIDES} tools already`
      : `descriptions and arguments of ${MAX_OVERRIDES_LENGTH.toLocaleString("en")} characters`;
  throw new ApiError("BadRequest", `The project has changed ${limit}.`, {
    suggestedFix: "Give tools back that need no change, or limit toolkits in auth configs and sessions.",
  });
}

/**
 * Stores a checked override in place of an earlier one.
 * @throws ApiError BadRequest for too many changed tools
 */
export async function storeOverride(
  tx: Db,
  projectId: string,
  tool: CatalogTool,
  { name, description, hidden, arguments: changes }: ToolOverride,
): Promise<void> {
  await changeIn(tx, LOCK, [projectId]);
  const [row] = await rowsIn(tx, COUNT_OTHERS, [projectId, namesOf(tool)]);
  const text = JSON.stringify(changes);
  assertFew(row?.others ?? 0, (row?.characters ?? 0) + (description?.length ?? 0) + text.length);
  await changeIn(tx, DELETE, [projectId, namesOf(tool)]);
  await changeIn(tx, INSERT, [projectId, tool.slug, name, description, hidden, text, now()]);
  await announceOverrides(tx, projectId);
}

/**
 * Stores the project's form of a tool, in place of an earlier one.
 * @throws ApiError NotFound; BadRequest for changes that the tool does not take, and for too many changed tools
 */
export async function putOverride(
  projectId: string,
  slug: string,
  body: z.output<typeof overridesApi.putToolOverride.body>,
): Promise<CatalogTool> {
  const tool = await requireOriginalTool(projectId, slug);
  const override: ToolOverride = {
    name: body.name ?? null,
    description: body.description ?? null,
    hidden: body.hidden,
    arguments: toArguments(body.arguments),
  };
  checkOverride(tool, override);
  await db.$transaction((tx) => storeOverride(tx, projectId, tool, override));
  return tool;
}

/**
 * Gives the tool back as its toolkit describes it. A slug that no toolkit has any more works too.
 * @throws ApiError NotFound for a tool that the project has not changed
 */
export async function deleteOverride(projectId: string, slug: string): Promise<void> {
  const tool = await findOriginalTool(projectId, slug);
  const names = [slug.toUpperCase(), ...(tool ? namesOf(tool) : [])];
  await db.$transaction(async (tx) => {
    if ((await changeIn(tx, DELETE, [projectId, names])) === 0)
      throw new ApiError("NotFound", `The project has not changed the tool ${JSON.stringify(slug.slice(0, 100))}.`, {
        suggestedFix: "List the changed tools with GET /api/v3/internal/patchbay/tool_overrides.",
      });
    await announceOverrides(tx, projectId);
  });
}
