/** From a delivery to its attempt: what the receiver wants, the message in its form, the signatures. */
import { background, log } from "@/lib/kernel/process/log";
import { findTracer, toServer } from "@/lib/kernel/tracing/tracer";
import { openContent, type EventContent } from "../events/event-content";
import { toMessage, type EventFacts } from "../events/message";
import { readContent } from "../events/read-content";
import { TEST_RECEIVER_URL } from "../constants";
import type { WebhookVersion } from "../event-types";
import { fitsAll, type EventFilter } from "../subscriptions/event-filter";
import { openSecrets } from "../subscriptions/secrets";
import { sendAttempt, type Outcome, type Outgoing } from "./send-attempt";
import type { Receiver } from "../events/receiver";
import type { Claimed } from "./claim-deliveries";
import { projectFacts } from "./project-facts";
import { receiveTest } from "./receive-test";

const factsOf = (projectId: string, { eventId: id, ...delivery }: Claimed): EventFacts => ({
  ...delivery,
  id,
  projectId,
});

const secretsByReceiver = new WeakMap<Receiver, string[]>();

/** The secrets of a receiver that sign now: opened once for what was taken together. */
function signingSecretsOf(receiver: Receiver): string[] {
  const cachedSecrets = secretsByReceiver.get(receiver);
  if (cachedSecrets) return cachedSecrets;
  const { signing } = openSecrets(receiver);
  secretsByReceiver.set(receiver, signing);
  return signing;
}

/** The outcome of what cannot be sent. */
const nothingToSend = (url: string, number: number, error: string): Outcome => ({
  number,
  url,
  durationMs: 0,
  status: null,
  error,
  requestHeaders: {},
  responseHeaders: null,
  responseBody: null,
  delivered: false,
  unwell: false,
});

/** The message of a delivery with all that its attempt needs; undefined if the subscription does not want it. */
function toOutgoing(
  receiver: Receiver,
  delivery: Claimed,
  content: EventContent,
  organizationId: string | undefined,
): Outgoing | undefined {
  const { projectId } = receiver;
  const event = factsOf(projectId, delivery);
  // A person who sends an event by hand wants it sent whatever the filters are.
  if (delivery.kind === "event") {
    const filters = receiver.filters as EventFilter[];
    if (filters.length > 0 && !fitsAll(toMessage("V3", event, content, organizationId), filters)) return undefined;
  }
  // Only the newest version has events that are no messages of triggers.
  const version = event.triggerId === null ? "V3" : (receiver.version as WebhookVersion);
  return {
    projectId,
    eventId: event.id,
    url: delivery.url ?? receiver.url,
    version,
    secrets: signingSecretsOf(receiver),
    number: delivery.attempts + 1,
    body: JSON.stringify(toMessage(version, event, content, organizationId)),
  };
}

/**
 * Makes one attempt, as a trace of its own that links to the step which recorded the event. Returns "filtered" if the
 * subscription does not want this event.
 * @param content of the event, where it is known
 * @throws the error of the database; in that case nothing was sent
 */
export async function deliver(
  receiver: Receiver,
  delivery: Claimed,
  content?: EventContent,
): Promise<Outcome | "filtered"> {
  const tracer = findTracer();
  if (!tracer) return attempt(receiver, delivery, content);
  const { eventId, attempts } = delivery;
  const span = tracer.startSpan("deliver event", {
    causedBy: eventId,
    attributes: { "patchbay.event_id": eventId, "http.request.resend_count": attempts },
  });
  try {
    const outcome = await attempt(receiver, delivery, content);
    if (outcome === "filtered") span.end("ok", { "patchbay.outcome": "filtered" });
    else
      span.end(outcome.delivered ? "ok" : "error", {
        "patchbay.outcome": outcome.delivered ? "delivered" : "failed",
        ...(outcome.status !== null && { "http.response.status_code": outcome.status }),
        ...toServer(outcome.url),
      });
    return outcome;
  } catch (error) {
    span.end("error");
    throw error;
  }
}

/**
 * Makes one attempt, or returns "filtered" if the subscription does not want this event. An event from which no message
 * can be made is a failed attempt: it waits for its next attempt like others, and does not delay the events after it.
 * @throws the error of the database; in that case nothing was sent
 */
async function attempt(
  receiver: Receiver,
  delivery: Claimed,
  contentAtHand: EventContent | undefined,
): Promise<Outcome | "filtered"> {
  const { projectId } = receiver;
  const { eventId } = delivery;
  const failed = (words: string) => nothingToSend(delivery.url ?? receiver.url, delivery.attempts + 1, words);
  const sealed = contentAtHand ? "" : await readContent(projectId, eventId);
  if (sealed === undefined) return { ...failed("The payload of this event is no longer stored."), final: true };
  const project = await projectFacts(projectId);
  if (!project) return { ...failed("The project of this event was deleted."), final: true };
  const { organizationId, storesPayloads } = project;
  let outgoing: Outgoing | undefined;
  try {
    const content = contentAtHand ?? openContent(projectId, eventId, sealed);
    outgoing = toOutgoing(receiver, delivery, content, organizationId);
  } catch (error) {
    log.error(background("webhooks"), "no message could be made of an event", { event: eventId, error });
    return failed("This server couldn't build a message from this event; see its log.");
  }
  if (!outgoing) return "filtered";
  if (outgoing.url === TEST_RECEIVER_URL) return receiveTest(receiver.id, outgoing, storesPayloads);
  const outcome = await sendAttempt(outgoing);
  return storesPayloads ? outcome : { ...outcome, responseBody: null };
}
