/** Which arguments of a toolkit have values that one of its tools lists: toolkits/<slug>/values.yaml. */
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { ValueList } from "../values-file";
import { isEverybodysOrOwn } from "./own-names";

/** Each tool holds the lists of its own arguments, and the same list of an argument as every other tool. */
const LISTS = statement({
  name: "catalog.value-lists",
  text: `SELECT DISTINCT ON (entry.key) entry.key AS argument, entry.value AS list
    FROM tool, jsonb_each(tool.run -> 'lists') AS entry
    WHERE ${isEverybodysOrOwn("$1")} AND toolkit_slug = $2 AND is_latest AND run ? 'lists' ORDER BY entry.key, slug`,
  columns: { argument: "text", list: narrowed<ValueList>()("jsonb") },
});

/** By argument, in the toolkit's latest version. */
export async function findValueLists(projectId: string, toolkitSlug: string): Promise<Record<string, ValueList>> {
  const rows = await rowsOf(LISTS, [projectId, toolkitSlug]);
  return Object.fromEntries(rows.map(({ argument, list }) => [argument, list]));
}
