/** Counts executions of the log within bounds. */
import { searchPool } from "@/lib/kernel/database/pools";
import { countWhere, rowsWhere, statement } from "@/lib/kernel/database/statement";
import { MAX_COMPARED_LOGS, MAX_COUNTED_LOGS } from "./contract";
import { flushToolLogs } from "./record-execution";
import { comparesRows, searchInTurn } from "./search-in-turn";
import type { ToolLogChoice } from "./tool-log-choice";
import { timeOf, toConditions, withTools, type Parameter } from "./to-conditions";

const IDS = statement({
  name: "logs.ids",
  text: "SELECT id FROM tool_log WHERE project_id = $1",
  columns: { id: "text" },
});
const TIMES = statement({
  name: "logs.times",
  text: "SELECT created_at FROM tool_log WHERE project_id = $1",
  columns: { created_at: "timestamptz" },
});

export type ToolLogCount = { total: number; isComplete: boolean };

/** Words have an index of their own. */
const needsWindow = ({ filters = [] }: ToolLogChoice): boolean => filters.some(comparesRows);

/** The time before which no execution is compared; undefined if the project has fewer of them. */
async function findWindowStart(projectId: string, { to }: ToolLogChoice, most: number): Promise<Date | undefined> {
  const values: unknown[] = [projectId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const upTo = to === undefined ? "" : `AND created_at <= ${parameter(timeOf(to))}`;
  const last = `ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${parameter(most)}`;
  const [row] = await rowsWhere(TIMES, `${upTo} ${last}`, values, searchPool());
  return row?.created_at;
}

async function count(
  projectId: string,
  choice: ToolLogChoice,
  { maxTotal, maxCompared }: Bounds,
): Promise<ToolLogCount> {
  const start = needsWindow(choice) ? await findWindowStart(projectId, choice, maxCompared) : undefined;
  const values: unknown[] = [projectId];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const where = toConditions(projectId, await withTools(projectId, choice), parameter);
  if (start) where.push(`created_at > ${parameter(start)}`);
  const more = where.map((clause) => `AND ${clause}`).join(" ");
  const total = await countWhere(IDS, more, values, { most: maxTotal + 1, on: searchPool() });
  const isCut = start !== undefined && (choice.from === undefined || start >= timeOf(choice.from));
  return { total: Math.min(total, maxTotal), isComplete: total <= maxTotal && !isCut };
}

type Bounds = { maxTotal: number; maxCompared: number };

/**
 * Counts up to `MAX_COUNTED_LOGS` executions.
 * @throws ApiError TooManyRequests and Unprocessable as `searchInTurn`
 */
export async function countToolLogs(
  projectId: string,
  choice: ToolLogChoice,
  bounds: Bounds = { maxTotal: MAX_COUNTED_LOGS, maxCompared: MAX_COMPARED_LOGS },
): Promise<ToolLogCount> {
  await flushToolLogs();
  return searchInTurn(projectId, choice, false, () => count(projectId, choice, bounds));
}
