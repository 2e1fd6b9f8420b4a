/** From a delivery to its attempt: what the receiver wants, the message in its form, the signatures. */
import type { EventFacts } from "../events/message";
import { toMessage } from "../events/message";
import { readContent } from "../events/read-content";
import type { WebhookVersion } from "../event-types";
import { fitsAll, type EventFilter } from "../subscriptions/filters";
import { openSecrets } from "../subscriptions/secrets";
import { sendAttempt, type Outcome } from "./attempt";
import type { Claimed, Receiver } from "./claim";
import { projectFacts } from "./project-facts";

const factsOf = (projectId: string, { eventId: id, ...delivery }: Claimed): EventFacts => ({
  ...delivery,
  id,
  projectId,
});

/** The outcome of what cannot be sent any more. */
const nothingToSend = (url: string, number: number): Outcome => ({
  number,
  url,
  durationMs: 0,
  status: null,
  error: "The payload of this event is no longer stored.",
  requestHeaders: {},
  responseHeaders: null,
  responseBody: null,
  delivered: false,
  unwell: false,
  final: true,
});

/** Makes one attempt, or says that the subscription does not want this event. */
export async function deliver(receiver: Receiver, delivery: Claimed): Promise<Outcome | "filtered"> {
  const { projectId } = receiver;
  const number = delivery.attempts + 1;
  const url = delivery.url ?? receiver.url;
  const content = await readContent(projectId, delivery.eventId);
  if (!content) return nothingToSend(url, number);
  const { organizationId, storesPayloads } = await projectFacts(projectId);
  const event = factsOf(projectId, delivery);
  // Who sends an event by hand wants it sent.
  if (delivery.kind === "event") {
    const filters = receiver.filters as EventFilter[];
    if (filters.length > 0 && !fitsAll(toMessage("V3", event, content, organizationId), filters)) return "filtered";
  }
  // What is no trigger's message is said in the newest form only.
  const version = event.triggerId === null ? "V3" : (receiver.version as WebhookVersion);
  const outcome = await sendAttempt({
    projectId,
    eventId: event.id,
    url,
    version,
    secrets: openSecrets(receiver).signing,
    number,
    body: JSON.stringify(toMessage(version, event, content, organizationId)),
  });
  return storesPayloads ? outcome : { ...outcome, responseBody: null };
}
