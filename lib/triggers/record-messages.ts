/** Events of triggers, written down for their receivers. */
import { setImmediate } from "node:timers/promises";
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import type { Origin } from "@/lib/kernel/process/log";
import { findTracer, toParents } from "@/lib/kernel/tracing/tracer";
import {
  type EventRow,
  EventTooLarge,
  type NewEvent,
  recordEvents,
  toEventRow,
} from "@/lib/webhooks/events/record-event";
import { factsOf, type Listener } from "./instances/require-trigger";

export type Message = {
  /** The provider's own id. */
  id: string | undefined;
  payload: Record<string, unknown>;
  original: unknown;
  /** What the proof of its request was over: a second request with the same proof is no other event. */
  proof?: string;
};

/** The row of one event. What the provider sent is left out where both together are too large. */
function toRow(projectId: string, event: NewEvent): EventRow {
  const { originalPayload: _, ...smaller } = event;
  const payload = { error: "This event was too large to be kept." };
  for (const candidate of [event, smaller]) {
    try {
      return toEventRow(projectId, candidate);
    } catch (error) {
      if (!(error instanceof EventTooLarge)) throw error;
    }
  }
  return toEventRow(projectId, { ...smaller, payload });
}

/** Rows that are made before other requests have their turn. */
const AT_ONCE = 16;

/** The rows of events of a trigger, in the order of its messages. */
export async function toRows(trigger: Listener, messages: readonly Message[]): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (const { id, payload, original, proof } of messages) {
    if (rows.length % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const row = toRow(trigger.projectId, {
      type: "composio.trigger.message",
      trigger: factsOf(trigger),
      payload,
      originalPayload: original,
      ...(id !== undefined && { providerEventId: id }),
      ...(proof !== undefined && { proof }),
    });
    rows.push(row);
  }
  return rows;
}

/** Events of a trigger. `on`: the poll or the request that brought them; deliveries link to it in traces. */
export type Report = { triggerId: string; rows: readonly EventRow[]; on: Origin };

/**
 * Records events of triggers of a project; one whose id its trigger has had is no new event.
 * @returns how many of each report were new
 */
export async function recordReports(
  tx: Statements,
  projectId: string,
  reports: readonly Report[],
): Promise<readonly number[]> {
  const recorded = await recordEvents(
    tx,
    projectId,
    reports.flatMap(({ rows }) => rows),
  );
  return reports.map(({ rows, on }) => {
    const created = rows.filter(({ id }) => recorded.has(id));
    for (const { id } of created) findTracer()?.rememberCause(id, toParents(on));
    return created.length;
  });
}

/** Records events of one trigger. @returns how many were new */
export async function recordMessages(
  tx: Statements,
  trigger: Listener,
  messages: readonly Message[],
  on: Origin,
): Promise<number> {
  const report = { triggerId: trigger.id, rows: await toRows(trigger, messages), on };
  const [count = 0] = await recordReports(tx, trigger.projectId, [report]);
  return count;
}
