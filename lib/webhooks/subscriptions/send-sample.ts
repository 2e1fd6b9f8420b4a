/** Sample events, by which somebody tries a receiver before anything has happened. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { EventTooLarge, recordEvent, type TriggerFacts } from "../events/record-event";
import { isEventType } from "../event-types";
import { requireSubscription } from "./subscriptions";

/** The trigger that the sample of a trigger message names. */
const TRIGGER: TriggerFacts = {
  triggerSlug: "PATCHBAY_SAMPLE_EVENT",
  triggerId: "ti_sample",
  toolkitSlug: "patchbay",
  userId: "sample-user",
  connectedAccountId: "ca_sample",
  authConfigId: "ac_sample",
};

const GREETING = { message: "This is a sample event from Patchbay.", number: 1 };

/**
 * Sends a sample to one subscription, as a real event is sent, and gives its id.
 * @throws ApiError NotFound for another project's subscription, BadRequest for an unknown kind of events
 */
export async function sendSample(
  projectId: string,
  id: string,
  type = "composio.trigger.message",
  data: Readonly<Record<string, unknown>> = GREETING,
): Promise<string> {
  const { disabledAt } = await requireSubscription(projectId, id);
  if (!isEventType(type)) throw new ApiError("BadRequest", `event_type: there are no events of the kind ${type}.`);
  if (disabledAt)
    throw new ApiError("Conflict", "The subscription is disabled, so nothing is sent to it.", {
      suggestedFix: 'Enable it again first: PATCH it with {"enabled": true}.',
    });
  const sample = {
    type,
    payload: data,
    sample: true,
    onlyTo: id,
    lane: `sample ${id}`,
    ...(type === "composio.trigger.message" && { trigger: TRIGGER }),
  };
  try {
    return (await db.$transaction((tx) => recordEvent(tx, projectId, sample))).id;
  } catch (error) {
    if (error instanceof EventTooLarge) throw new ApiError("BadRequest", `data: ${error.message}`);
    throw error;
  }
}
