/**
 * Takes the next events of an inbox: the claims of deliveries, held by a program instead of a copy of the app. An event
 * that is not acknowledged in time waits again; until then nobody gets later events of its lane.
 */
import { newToken } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/process/log";
import { inHotTransaction, type Statements } from "@/lib/kernel/database/in-hot-transaction";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { INBOX_URL } from "../constants";
import { GIVE_BACK, RELEASE, TAKE, type Claimed } from "../delivery/claim-deliveries";
import { openContent } from "../events/event-content";
import { toMessage, type Message } from "../events/message";
import { readContent } from "../events/read-content";

/** An event that programs have taken this often without acknowledging it is given up: it blocks its trigger. */
const MAX_ATTEMPTS = 100;
/** Of all contents in one response; the first event comes in any case. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The inbox if there is something to take, found without a lock: programs that wait ask twice a second. */
const READY = statement({
  name: "inboxes.ready",
  text: `SELECT s.id FROM webhook_subscription s WHERE s.project_id = $1 AND s.id = $2
    AND (EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.subscription_id = $2 AND d.next_at <= now())
      OR EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.subscription_id = $2 AND d.claimed_until <= now()))`,
  columns: { id: "text" },
});

/** A statement of its own: what follows must see what the last claim has written. */
const LOCK = statement({
  name: "inboxes.lock",
  text: `SELECT id FROM webhook_subscription
    WHERE project_id = $1 AND id = $2 AND url = '${INBOX_URL}' AND deleted_at IS NULL FOR UPDATE`,
  columns: { id: "text" },
});

const SIZES = statement({
  name: "inboxes.sizes",
  text: "SELECT id, bytes FROM webhook_event WHERE project_id = $1 AND id = ANY ($2::text[])",
  columns: { id: "text", bytes: "int4" },
});

const COUNT = statement({
  name: "inboxes.count",
  text: `UPDATE webhook_delivery SET attempts = attempts + 1
    WHERE project_id = $1 AND claim = $2 AND id = ANY ($3::bigint[])`,
});

const END = statement({
  name: "inboxes.end",
  text: `UPDATE webhook_delivery SET state = 'dead', next_at = NULL, claim = NULL, claimed_until = NULL, ended_at = now()
    WHERE project_id = $1 AND claim = $2 AND id = ANY ($3::bigint[])`,
});

const idsOf = (deliveries: readonly Claimed[]): string[] => deliveries.map(({ id }) => id);

/** The first of the deliveries, as many as fit in a response. */
async function fitting(tx: Statements, projectId: string, deliveries: readonly Claimed[]): Promise<Claimed[]> {
  const sizes = await rowsIn(tx, SIZES, [projectId, deliveries.map(({ eventId }) => eventId)]);
  const bytesById = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  let total = 0;
  const end = deliveries.findIndex(({ eventId }, index) => {
    total += bytesById.get(eventId) ?? 0;
    return index > 0 && total > MAX_BYTES;
  });
  return deliveries.slice(0, end === -1 ? deliveries.length : end);
}

type Batch = { claim: string; deliveries: Claimed[]; wasAnyEnded: boolean };

/** Claims the next deliveries, in the order of their events. */
const claimNext = (
  projectId: string,
  inboxId: string,
  { maxEvents, visibilitySeconds }: TakeOptions,
): Promise<Batch | undefined> =>
  inHotTransaction(async (tx) => {
    const [inbox] = await rowsIn(tx, LOCK, [projectId, inboxId]);
    if (!inbox) return undefined;
    const claim = newToken("ibc_");
    await rowsIn(tx, GIVE_BACK, [inboxId]);
    const rows = await rowsIn(tx, TAKE, [inboxId, maxEvents, claim, visibilitySeconds * 1000, true, true, true]);
    const claimed = rows.sort((a, b) => Number(a.seq) - Number(b.seq));
    const worn = claimed.filter(({ attempts }) => attempts >= MAX_ATTEMPTS);
    if (worn.length > 0) await rowsIn(tx, END, [projectId, claim, idsOf(worn)]);
    const usable = claimed.filter(({ attempts }) => attempts < MAX_ATTEMPTS);
    const deliveries = usable.length > 0 ? await fitting(tx, projectId, usable) : [];
    const rest = usable.slice(deliveries.length);
    if (rest.length > 0) await rowsIn(tx, RELEASE, [inboxId, claim, idsOf(rest)]);
    if (deliveries.length > 0) await rowsIn(tx, COUNT, [projectId, claim, idsOf(deliveries)]);
    return { claim, deliveries, wasAnyEnded: worn.length > 0 };
  });

export type Caller = { projectId: string; organizationId: string | undefined; requestId: string };

export type TakenEvent = { receipt: string; attempt: number; event: Message };

/** The event as a program gets it; undefined if there is nothing to give any more. */
async function toTaken(
  { projectId, organizationId, requestId }: Caller,
  claim: string,
  { id, attempts, eventId, ...facts }: Claimed,
): Promise<TakenEvent | undefined> {
  const sealed = await readContent(projectId, eventId);
  if (sealed === undefined) return undefined;
  try {
    const content = openContent(projectId, eventId, sealed);
    const event = toMessage("V3", { ...facts, id: eventId, projectId }, content, organizationId);
    return { receipt: `${id}.${claim}`, attempt: attempts + 1, event };
  } catch (error) {
    log.error({ requestId }, "no message could be made of an event", { event: eventId, error });
    return undefined;
  }
}

export type TakeOptions = { maxEvents: number; visibilitySeconds: number };

/**
 * Takes up to `maxEvents` events for so many seconds, in the order of each trigger; none if nothing waits, or what
 * waits is behind events that others hold.
 */
export async function takeEvents(caller: Caller, inboxId: string, options: TakeOptions): Promise<TakenEvent[]> {
  const { projectId } = caller;
  for (;;) {
    if ((await rowsOf(READY, [projectId, inboxId])).length === 0) return [];
    const batch = await claimNext(projectId, inboxId, options);
    if (!batch || (batch.deliveries.length === 0 && !batch.wasAnyEnded)) return [];
    const { claim, deliveries } = batch;
    const results = await Promise.all(deliveries.map((delivery) => toTaken(caller, claim, delivery)));
    const empty = deliveries.filter((_, index) => !results[index]);
    if (empty.length > 0) await rowsOf(END, [projectId, claim, idsOf(empty)]);
    const events = results.filter((event) => event !== undefined);
    if (events.length > 0) return events;
  }
}
