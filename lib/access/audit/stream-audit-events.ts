/**
 * Sends the audit events of organizations to the webhook endpoint that their owner chose, in the order of the chain.
 * The place in the chain moves in the transaction that records an event for delivery, so none is lost or sent twice.
 */
import { inHotTransaction, type Statements } from "@/lib/kernel/database/in-hot-transaction";
import { jobPool } from "@/lib/kernel/database/pools";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { inSeconds } from "@/lib/kernel/time/clock";
import { background, log } from "@/lib/kernel/process/log";
import { EVENT_COLUMNS, LINK_TYPES } from "./event-columns";
import { toLink } from "./to-link";

/** Events of one transaction. */
const BATCH = 100;
/** Of one organization in one run of the job. */
const MAX_BATCHES = 20;

const STREAMS = statement({
  name: "access.audit-streams",
  text: `SELECT o.id FROM organization AS o JOIN audit_chain AS c ON c.organization_id = o.id
    WHERE o.audit_stream_subscription IS NOT NULL AND (c.sequence <> o.audit_streamed OR o.audit_stream_ends IS NOT NULL) ORDER BY o.id`,
  columns: { id: "text" },
});

const LOCK = statement({
  name: "access.audit-stream-lock",
  text: `SELECT o.audit_stream_project, o.audit_stream_subscription, o.audit_stream_ends,
      LEAST(o.audit_streamed, c.sequence)::int4 AS streamed
    FROM organization AS o JOIN audit_chain AS c ON c.organization_id = o.id
    WHERE o.id = $1 AND o.audit_stream_subscription IS NOT NULL FOR NO KEY UPDATE OF o`,
  columns: {
    audit_stream_project: "text?",
    audit_stream_subscription: "text?",
    audit_stream_ends: "timestamptz?",
    streamed: "int4?",
  },
});

const EVENTS = statement({
  name: "access.audit-stream-events",
  text: `SELECT sequence, previous_hash, hash, ${EVENT_COLUMNS} FROM audit_event
    WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${BATCH}`,
  columns: LINK_TYPES,
});

const ADVANCE = statement({
  name: "access.audit-stream-advance",
  text: "UPDATE organization SET audit_streamed = $2 WHERE id = $1",
});

/** The place in the chain stays, so that the next endpoint continues there. */
const END = statement({
  name: "access.audit-stream-over",
  text: `UPDATE organization SET audit_stream_project = NULL, audit_stream_subscription = NULL, audit_stream_ends = NULL
    WHERE id = $1 AND audit_stream_ends IS NOT NULL`,
});

/** A stream that was turned off waits this long for the event of the change, which could not be stored. */
const MAX_ENDING_SECONDS = 600;

export type StreamedEvent = ReturnType<typeof toLink>;

/** Records an event for delivery to one webhook endpoint. @returns how many endpoints get it */
export type Deliver = (
  tx: Statements,
  to: { projectId: string; subscriptionId: string },
  event: StreamedEvent,
) => Promise<number>;

class EndpointMissing extends Error {}

/** Whether an event is the change that turned the stream off. */
const isEndOf = (event: StreamedEvent, subscriptionId: string, ends: Date): boolean =>
  event.action === "audit.update" &&
  event.facts?.["from.stream_subscription_id"] === subscriptionId &&
  new Date(event.at) >= ends;

/**
 * @returns how many events more there can be: 0 at the end of the stream
 * @throws EndpointMissing if the endpoint no longer exists: its events wait for another one
 */
async function streamBatch(tx: Statements, organizationId: string, deliver: Deliver): Promise<number> {
  const [stream] = await rowsIn(tx, LOCK, [organizationId]);
  const { audit_stream_project: projectId, audit_stream_subscription: subscriptionId, streamed } = stream ?? {};
  if (!projectId || !subscriptionId) return 0;
  const ends = stream?.audit_stream_ends;
  const rows = await rowsIn(tx, EVENTS, [organizationId, streamed ?? 0]);
  let isOver = ends != null && rows.length < BATCH && ends < inSeconds(-MAX_ENDING_SECONDS);
  let last = streamed ?? 0;
  for (const row of rows) {
    const place = { organizationId, sequence: Number(row.sequence), previousHash: row.previous_hash ?? "" };
    const event = { ...toLink(row, place), hash: row.hash ?? "" };
    const receivers = await deliver(tx, { projectId, subscriptionId }, event);
    if (receivers === 0) throw new EndpointMissing(`The webhook endpoint ${subscriptionId} no longer exists.`);
    last = event.sequence;
    if (ends && isEndOf(event, subscriptionId, ends)) {
      isOver = true;
      break;
    }
  }
  if (rows.length > 0) await changeIn(tx, ADVANCE, [organizationId, last]);
  if (isOver) await changeIn(tx, END, [organizationId]);
  return isOver ? 0 : rows.length;
}

/** Sends what is new in all chains. An organization whose endpoint fails does not stop the others. */
export async function streamAuditEvents(deliver: Deliver): Promise<void> {
  for (const { id } of await rowsOf(STREAMS, [], jobPool()))
    try {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1)
        if ((await inHotTransaction((tx) => streamBatch(tx, id, deliver))) < BATCH) break;
    } catch (error) {
      log.warn(background("audit.stream"), "audit events wait for a webhook endpoint", { organization: id, error });
      // A stream that was turned off has no endpoint to wait for.
      if (error instanceof EndpointMissing) await inHotTransaction((tx) => changeIn(tx, END, [id]));
    }
}
