/**
 * Sample events of a trigger. They are delivered like real events, so that a receiver can be tried before anything
 * happens.
 */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { EventTooLarge, recordEvent } from "@/lib/webhooks/events/record-event";
import { requireSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { factsOf, requireTrigger } from "../instances/require-trigger";

type Sample = { data?: Readonly<Record<string, unknown>> | undefined; subscriptionId?: string | undefined };

/**
 * Sends a sample event of a trigger.
 * @throws ApiError NotFound for the trigger or the subscription of another project, Conflict for a disabled
 *   subscription, BadRequest for data that is too large
 */
export async function sendTriggerSample(
  projectId: string,
  id: string,
  { data, subscriptionId }: Sample,
): Promise<{ eventId: string; receivers: number }> {
  const trigger = await requireTrigger(projectId, id);
  if (subscriptionId !== undefined && (await requireSubscription(projectId, subscriptionId)).disabledAt)
    throw new ApiError("Conflict", "The subscription is disabled, so nothing is sent to it.", {
      suggestedFix: 'Enable it again first: PATCH it with {"enabled": true}.',
    });
  const payload = data ?? (await findTriggerType(trigger.slug, trigger.version))?.sample;
  if (!payload)
    throw new ApiError("Gone", `There is no trigger type ${trigger.slug} any more, so its events are unknown.`, {
      suggestedFix: "Send data of your own.",
    });
  const sample = {
    type: "composio.trigger.message",
    trigger: factsOf(trigger),
    payload,
    sample: true,
    // A sample waits for no real event, and none waits for it.
    lane: `sample ${id}`,
    ...(subscriptionId !== undefined && { onlyTo: subscriptionId }),
  } as const;
  try {
    const { id: eventId, receivers } = await db.$transaction((tx) => recordEvent(tx, projectId, sample));
    return { eventId, receivers };
  } catch (error) {
    if (error instanceof EventTooLarge) throw new ApiError("BadRequest", `data: ${error.message}`);
    throw error;
  }
}
