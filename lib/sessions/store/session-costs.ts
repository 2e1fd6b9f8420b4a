/**
 * The last use of sessions, and about how many tokens they cost an agent. Both are written in batches, a second later.
 */
import { lastUsed } from "@/lib/kernel/database/last-used";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";

const SET_LAST_USE = statement({
  name: "last-used.sessions",
  text: `UPDATE tool_router_session SET last_used_at = $2
    WHERE id = ANY($1::text[]) AND last_used_at < $2::timestamptz - interval '1 minute'`,
});

export const { record: recordSessionUse, flush: flushSessionUses } = lastUsed("sessions", SET_LAST_USE);

/** `calls`: executions of the agent; those within a call are part of it. */
type Cost = { calls?: number; schemas?: number; results?: number };
type Waiting = Required<Cost> & { projectId: string };

const FLUSH_AFTER_MS = 1_000;

/** Rows are locked in order, so that two copies of the app cannot wait for each other. */
const ADD = statement({
  name: "tool-router.add-costs",
  text: `WITH locked AS (SELECT id FROM tool_router_session WHERE id = ANY($2::text[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE tool_router_session s SET calls = least(s.calls::bigint + c.calls, 2147483647),
      schema_tokens = s.schema_tokens + c.schemas, result_tokens = s.result_tokens + c.results
    FROM locked, unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::bigint[])
      AS c(project_id, id, calls, schemas, results)
    WHERE s.id = locked.id AND c.id = s.id AND s.project_id = c.project_id`,
});

type State = { waiting: Map<string, Waiting>; timer: NodeJS.Timeout | undefined };

const state = () =>
  processMemory("tool-router.costs", (): State => {
    onStop("costs of sessions", flushSessionCosts);
    return { waiting: new Map(), timer: undefined };
  });

/** Adds to what a session has cost. Does not wait for the database. */
export function recordSessionCost(
  { id, projectId }: { id: string; projectId: string },
  { calls = 0, schemas = 0, results = 0 }: Cost,
): void {
  const here = state();
  const costs = here.waiting.get(id) ?? { projectId, calls: 0, schemas: 0, results: 0 };
  here.waiting.set(id, {
    projectId,
    calls: costs.calls + calls,
    schemas: costs.schemas + schemas,
    results: costs.results + results,
  });
  here.timer ??= setTimeout(() => void flushSessionCosts(), FLUSH_AFTER_MS).unref();
}

/** Writes the pending counts. A failure is only logged, because approximate counts are not worth a failed request. */
export async function flushSessionCosts(): Promise<void> {
  const here = state();
  clearTimeout(here.timer);
  here.timer = undefined;
  if (here.waiting.size === 0) return;
  const all = [...here.waiting];
  here.waiting.clear();
  try {
    await rowsOf(ADD, [
      all.map(([, { projectId }]) => projectId),
      all.map(([id]) => id),
      all.map(([, { calls }]) => calls),
      all.map(([, { schemas }]) => schemas),
      all.map(([, { results }]) => results),
    ]);
  } catch (error) {
    log.warn(background("session costs"), "what sessions cost was not written", { error });
  }
}
