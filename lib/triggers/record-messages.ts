/** Events of triggers, written down for their receivers. */
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import type { Origin } from "@/lib/kernel/process/log";
import { findTracer, toParents } from "@/lib/kernel/tracing/tracer";
import { EventTooLarge, type NewEvent, type Recorded, recordEvent } from "@/lib/webhooks/events/record-event";
import { factsOf, type Listener } from "./instances/require-trigger";

export type Message = {
  /** The provider's own id. */
  id: string | undefined;
  payload: Record<string, unknown>;
  original: unknown;
  /** What the proof of its request was over: a second request with the same proof is no other event. */
  proof?: string;
};

/** Records one event. What the provider sent is left out where both together are too large. */
async function recordOne(tx: Statements, projectId: string, event: NewEvent): Promise<Recorded> {
  try {
    return await recordEvent(tx, projectId, event);
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error;
  }
  const { originalPayload: _, ...smaller } = event;
  try {
    return await recordEvent(tx, projectId, smaller);
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error;
    const payload = { error: "This event was too large to be kept." };
    return recordEvent(tx, projectId, { ...smaller, payload });
  }
}

/**
 * Records events of a trigger; one whose id it has had is no new event. Returns how many were new.
 * @param on the poll or the request that brought them: deliveries link to it in traces
 */
export async function recordMessages(
  tx: Statements,
  trigger: Listener,
  messages: readonly Message[],
  on: Origin,
): Promise<number> {
  let recorded = 0;
  for (const { id, payload, original, proof } of messages) {
    const event: NewEvent = {
      type: "composio.trigger.message",
      trigger: factsOf(trigger),
      payload,
      originalPayload: original,
      ...(id !== undefined && { providerEventId: id }),
      ...(proof !== undefined && { proof }),
    };
    const result = await recordOne(tx, trigger.projectId, event);
    if (!result.recorded) continue;
    recorded++;
    findTracer()?.rememberCause(result.id, toParents(on));
  }
  return recorded;
}
