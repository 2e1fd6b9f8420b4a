/**
 * A provider's request to an endpoint: a first check is answered, an event is written down for each trigger that it is
 * for.
 */
import { setImmediate } from "node:timers/promises";
import { holdsAll, type IncomingEvent, textAt, toPayload, valueAt } from "@/lib/catalog/event-value";
import { listAt } from "@/lib/catalog/list-at";
import { findIngress, findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { Ingress, Notice, TriggerType } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";
import { openSecrets, type EndpointSecrets, endpointUrl } from "../endpoints/endpoints";
import { isOwned } from "../instances/owner-key";
import { configOf, type Listener } from "../instances/require-trigger";
import { type Message, type Report, toRows } from "../record-messages";
import { answer, answerHandshake, type IngressAnswer } from "./answer-handshake";
import { keepRefused } from "./keep-refused";
import { asSigned, type ProviderCall, toEvent } from "./provider-call";
import { countEvents } from "./count-events";
import { proveCall } from "./prove-call";
import { type EndpointRow, readEndpoint, readListeners } from "./read-endpoint";
import { recordTogether } from "./record-together";
import { meaningFor, takeNotice } from "./take-notice";
import { believesAddress, proofOf, verifyCall, withoutToken } from "./verify-call";

/** The limit for one request: GitHub reports up to 2,048 commits of a push, Asana a thousand changes. */
const MAX_EVENTS = 2048;
/** Triggers that are looked through before other requests have their turn. */
const AT_ONCE = 16;

/** A request with a function that counts its body for the project that it is proven to be for. */
type CountedCall = ProviderCall & { countFor?: (projectId: string) => void };
/** A request before it is known at which address it came. */
type IngressCall = Omit<CountedCall, "url"> & { search: string; on: Origin };

/** `on`: the request that came there. */
type OpenEndpoint = Omit<EndpointRow, "secrets"> & { secrets: EndpointSecrets; on: Origin };

/** @throws ApiError Gone, so that providers give up */
async function requireOpened(
  toolkitSlug: string,
  id: string,
  on: Origin,
): Promise<OpenEndpoint & { ingress: Ingress }> {
  const [row, ingress] = await Promise.all([readEndpoint(id), findIngress(toolkitSlug)]);
  if (!row || row.toolkitSlug !== toolkitSlug.toLowerCase() || !ingress)
    throw new ApiError("Gone", "There is no such webhook endpoint, or it was deleted.", {
      suggestedFix: "Remove this URL at the provider.",
    });
  return { ...row, secrets: openSecrets(row.projectId, id, row.secrets), ingress, on };
}

/** The secret that requests to an endpoint are signed with. */
function secretOf({ secret }: Ingress, { fields, secret: ownSecret }: EndpointSecrets): string | undefined {
  return secret?.from === "setup" ? fields[secret.field] : ownSecret;
}

/** The provider's id of an event, and its place among those that came with it. */
function idOf(
  { eventId }: Ingress,
  incoming: IncomingEvent,
  event: unknown,
  index: number,
  several: boolean,
): string | undefined {
  if (eventId === undefined) return undefined;
  if ("item" in eventId) {
    const value = valueAt(event, eventId.item);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  }
  const id = textAt(eventId, incoming);
  return id === undefined ? undefined : several ? `${id}:${index}` : id;
}

/** What of a request is for a trigger. @throws ApiError PayloadTooLarge */
function messagesFor(
  trigger: Listener,
  type: TriggerType,
  incoming: IncomingEvent,
  { ingress, proof }: { ingress: Ingress; proof: string | undefined },
): Message[] {
  const { run } = type;
  const config = configOf(trigger);
  const way = run.events ?? ingress.events;
  const events = way === undefined ? [incoming.body] : (listAt(incoming.body, way) ?? []);
  if (events.length > MAX_EVENTS)
    throw new ApiError("PayloadTooLarge", `A request may report ${MAX_EVENTS} events; this one has ${events.length}.`, {
      suggestedFix: "Send them in several requests.",
    });
  return events.flatMap((event, index) => {
    const source = run.events === undefined ? event : incoming.body;
    if (!holdsAll(run.when, { ...incoming, body: source }, config)) return [];
    if (!isOwned(ingress, trigger.ownerKey, event, incoming)) return [];
    const scope = { body: incoming.body, item: event, header: incoming.headers, query: incoming.query, config };
    return [
      {
        id: idOf(ingress, incoming, event, index, events.length > 1 || way !== undefined),
        payload: toPayload(run.payload, event, scope),
        original: event,
        ...(proof !== undefined && { proof: `${proof}:${index}` }),
      },
    ];
  });
}

/** The events of a trigger, or what the request means for a trigger that is polled. */
type Work = { trigger: Listener; messages: Message[]; meaning?: Notice["does"] };

/** Which triggers get what of a request. @throws ApiError PayloadTooLarge */
async function findWork(
  endpoint: OpenEndpoint & { ingress: Ingress; proof: string | undefined },
  incoming: IncomingEvent,
): Promise<Work[]> {
  const work: Work[] = [];
  const count = countEvents();
  const triggers = await readListeners(endpoint, incoming.body);
  for (const [index, trigger] of triggers.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const type = await findTriggerType(trigger.slug, trigger.version);
    const meaning = type?.kind === "poll" ? meaningFor(trigger, endpoint.ingress, incoming) : undefined;
    if (meaning) work.push({ trigger, messages: [], meaning });
    if (type?.kind === "poll") continue;
    const messages = type ? messagesFor(trigger, type, incoming, endpoint) : [];
    count(messages);
    if (messages.length > 0) work.push({ trigger, messages });
  }
  return work;
}

/** Writes the events of a request down, all of them or none. @throws ApiError PayloadTooLarge */
async function recordAll(
  endpoint: OpenEndpoint & { ingress: Ingress; proof: string | undefined },
  incoming: IncomingEvent,
): Promise<number> {
  const work = await findWork(endpoint, incoming);
  if (work.length === 0) return 0;
  let polled = 0;
  for (const { trigger, meaning } of work) if (meaning && (await takeNotice(trigger, meaning))) polled += 1;
  if (work.every(({ messages }) => messages.length === 0)) return polled;
  const reports: Report[] = [];
  for (const { trigger, messages } of work)
    if (messages.length > 0)
      reports.push({ triggerId: trigger.id, rows: await toRows(trigger, messages), on: endpoint.on });
  return polled + (await recordTogether(endpoint.projectId, reports));
}

/** Takes a request to an endpoint. @throws ApiError Unauthorized, PayloadTooLarge, and as `countFor` */
async function take(endpoint: OpenEndpoint & { ingress: Ingress }, whole: CountedCall): Promise<IngressAnswer> {
  const { ingress } = endpoint;
  const incoming = toEvent(whole, ingress);
  const first = await answerHandshake(endpoint, incoming, whole.method);
  if (first) return first;
  if (whole.method !== "POST") return answer();
  const secret = secretOf(ingress, endpoint.secrets);
  const refusal = await proveCall(ingress.verify, whole, endpoint, secret);
  if (refusal !== null) {
    await keepRefused(endpoint, whole, refusal);
    throw new ApiError("Unauthorized", `This request was rejected. ${refusal}`, {
      suggestedFix: "Check the secret of the webhook at the provider.",
    });
  }
  whole.countFor?.(endpoint.projectId);
  try {
    const event = withoutToken(incoming, ingress.verify, secret);
    const received = await recordAll({ ...endpoint, proof: proofOf(ingress, whole) }, event);
    return answer({ text: JSON.stringify({ received }), json: true });
  } catch (error) {
    // What the provider sent and nobody gets is looked for here.
    if (error instanceof ApiError && error.kind === "PayloadTooLarge")
      await keepRefused(endpoint, whole, error.message);
    throw error;
  }
}

/**
 * Receives a provider's request. After a success response the events are in the database.
 * @throws ApiError Gone for an unknown endpoint, Unauthorized for a request that does not prove its origin
 */
export async function receive(toolkitSlug: string, endpointId: string, call: IngressCall): Promise<IngressAnswer> {
  const endpoint = await requireOpened(toolkitSlug, endpointId, call.on);
  const url = endpointUrl(endpoint.toolkitSlug, endpoint.id) + call.search;
  return take(endpoint, asSigned({ ...call, url }, endpoint.ingress.verify));
}

/** The maximum of apps of a toolkit in a project that are tried to find the app of a request. */
const MAX_APPS = 20;

/**
 * Takes a request to the older address, which names a project in place of an endpoint: it is of the endpoint whose
 * secret proves it. The address is no secret, so what proves nothing is not believed, and no secret is learned by it.
 * @throws ApiError Gone for a project without endpoints of the toolkit, Unauthorized
 */
export async function receiveForProject(
  toolkitSlug: string,
  projectId: string,
  call: IngressCall,
): Promise<IngressAnswer> {
  const slug = toolkitSlug.toLowerCase();
  const ingress = await findIngress(slug);
  const rows = ingress
    ? await db.webhookEndpoint.findMany({
        where: { projectId, toolkitSlug: slug, clientId: { not: null } },
        orderBy: { createdAt: "asc" },
        take: MAX_APPS,
      })
    : [];
  const url = `${env().publicUrl}/api/v3/trigger_instances/${slug}/${projectId}/handle${call.search}`;
  const whole = ingress ? asSigned({ ...call, url }, ingress.verify) : { ...call, url };
  const endpoints = rows.map((row) => ({ ...row, secrets: openSecrets(projectId, row.id, row.secrets), on: call.on }));
  const isProven = ({ secrets }: OpenEndpoint): boolean =>
    ingress !== undefined && verifyCall(ingress.verify, whole, secretOf(ingress, secrets), now().getTime()) === null;
  const endpoint = endpoints.find(isProven) ?? endpoints[0];
  const learns = ingress?.handshakes.some(({ keepSecret }) => keepSecret) ?? false;
  if (!endpoint || !ingress || learns || believesAddress(ingress.verify))
    throw new ApiError("Gone", "This project has no webhook endpoint of this toolkit.", {
      suggestedFix: "Create one with POST /api/v3/webhook_endpoints, and enter its webhook_url at the provider.",
    });
  return take({ ...endpoint, ingress }, whole);
}
