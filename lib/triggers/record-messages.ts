/** Events of triggers, written down for their receivers. */
import type { Statements } from "@/lib/kernel/database/in-hot-transaction";
import { EventTooLarge, type NewEvent, recordEvent } from "@/lib/webhooks/events/record-event";
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
async function recordOne(tx: Statements, projectId: string, event: NewEvent): Promise<boolean> {
  try {
    return (await recordEvent(tx, projectId, event)).recorded;
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error;
  }
  const { originalPayload: _, ...smaller } = event;
  try {
    return (await recordEvent(tx, projectId, smaller)).recorded;
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error;
    const payload = { error: "This event was too large to be kept." };
    return (await recordEvent(tx, projectId, { ...smaller, payload })).recorded;
  }
}

/** Records events of a trigger; one whose id it has had is no new event. Returns how many were new. */
export async function recordMessages(tx: Statements, trigger: Listener, messages: readonly Message[]): Promise<number> {
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
    if (await recordOne(tx, trigger.projectId, event)) recorded++;
  }
  return recorded;
}
