/**
 * Writes down what has happened, with a delivery for each receiver that asked for it: in the transaction of the change
 * itself, so that neither can be without the other.
 */
import { createHash, randomUUID } from "node:crypto";
import { notify, type Channel } from "@/lib/kernel/database/notify";
import { rowsIn, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { storableJson } from "@/lib/kernel/text/storable";
import { sealContent, type EventContent } from "./event-content";
import { INBOX_URL, TEST_RECEIVER_URL } from "../constants";
import type { AUDIT_EVENT, EventType } from "../event-types";
import { beginTaking, type Recorder, type TakenDelivery } from "./begin-taking";

/** The trigger of a message. */
export type TriggerFacts = {
  /** GITHUB_COMMIT_EVENT */
  triggerSlug: string;
  /** ti_... */
  triggerId: string;
  toolkitSlug: string;
  userId: string | null;
  connectedAccountId: string;
  authConfigId: string;
  triggerConfig?: Readonly<Record<string, unknown>>;
  /** Where its events are sent in place of the URL of each subscription. */
  egressUrl?: string | null;
};

export type NewEvent = {
  /** Made when it is left out: `msg_` and a UUID. An id that the project has already is not recorded again. */
  id?: string;
  type: EventType | typeof AUDIT_EVENT;
  /** Only of what a trigger sent. */
  trigger?: TriggerFacts;
  /** What other events are about. */
  about?: { connectedAccountId?: string; authConfigId?: string; userId?: string; toolkitSlug?: string };
  /** The content of `data` for receivers. */
  payload: Readonly<Record<string, unknown>>;
  /** What the provider sent, where it differs. */
  originalPayload?: unknown;
  /** The provider's own id of the event: a second one of the same trigger is not recorded. */
  providerEventId?: string;
  /**
   * What the provider has signed: a second event of the same trigger with the same is not recorded, whatever its id.
   */
  proof?: string;
  /** Events of one lane are delivered in their order; the trigger's or the account's, unless it is given. */
  lane?: string;
  /** Somebody tries a receiver: nothing has happened. */
  sample?: boolean;
  /** Only this subscription gets it, whichever kinds it has asked for. */
  onlyTo?: string;
};

/** A message to all copies of the app: `<project id> <event id>`. */
export const EVENTS_CHANNEL: Channel = "patchbay_events";

/** Longer events are not recorded: whoever takes them from a provider refuses them before. */
export const MAX_EVENT_BYTES = 1024 * 1024;

export class EventTooLarge extends Error {}

/** One event as columns of `webhook_event`, and which receivers it is for. */
export type EventRow = {
  id: string;
  type: string;
  lane: string;
  trigger_id: string | null;
  trigger_slug: string | null;
  toolkit_slug: string | null;
  user_id: string | null;
  account_id: string | null;
  auth_config_id: string | null;
  dedupe_key: string | null;
  proof_key: string | null;
  sample: boolean;
  content: string;
  bytes: number;
  only_to: string | null;
  egress_url: string | null;
  /** The content before it was sealed; no column. */
  plain: EventContent;
};

/**
 * When an event is recorded: not the begin of the transaction, which can be before that of the previous event of its
 * trigger. Columns of times have milliseconds and round; a time that is cut is never later than it was.
 */
const RECORD_TIME = "date_trunc('milliseconds', statement_timestamp())";

/**
 * The events get their numbers in the order of the list: by these, the events of a lane are delivered. Deliveries to
 * the receivers $3 are taken with the claims $4, unless their lane is full ($6), another copy sends of it, or something
 * waits in it.
 */
const RECORD = statement({
  name: "webhooks.record",
  text: `WITH events AS (
    SELECT * FROM ROWS FROM (json_to_recordset($2::json) AS (id text, type text, lane text, trigger_id text,
      trigger_slug text, toolkit_slug text, user_id text, account_id text, auth_config_id text, dedupe_key text,
      proof_key text, sample bool, content text, bytes int, only_to text, egress_url text))
      WITH ORDINALITY AS e(id, type, lane, trigger_id, trigger_slug, toolkit_slug, user_id, account_id, auth_config_id,
      dedupe_key, proof_key, sample, content, bytes, only_to, egress_url, place)),
  taking AS (SELECT * FROM unnest($3::text[], $4::text[]) AS t(id, claim)),
  busy AS (SELECT t.id, d.lane FROM taking t JOIN webhook_delivery d ON d.subscription_id = t.id
    WHERE d.claimed_until IS NOT NULL AND d.claim <> t.claim),
  free AS MATERIALIZED (SELECT t.id, own.lane, t.claim FROM taking t CROSS JOIN (SELECT DISTINCT lane FROM events) own
    LEFT JOIN LATERAL (SELECT d.id FROM webhook_delivery d WHERE d.subscription_id = t.id AND d.lane = own.lane
      AND d.next_at <= (SELECT clock_timestamp()) LIMIT 1) earlier ON true
    WHERE earlier.id IS NULL AND NOT (t.id || ' ' || own.lane = ANY ($6::text[]))
      AND (t.id, own.lane) NOT IN (SELECT id, lane FROM busy)),
  recorded AS (
    INSERT INTO webhook_event (id, project_id, type, lane, trigger_id, trigger_slug, toolkit_slug, user_id, account_id,
      auth_config_id, dedupe_key, sample, content, bytes, proof_key)
    SELECT id, $1, type, lane, trigger_id, trigger_slug, toolkit_slug, user_id, account_id, auth_config_id, dedupe_key,
      sample, content, bytes, proof_key
    FROM events ORDER BY place
    ON CONFLICT DO NOTHING RETURNING id, seq, created_at),
  wanted AS (
    SELECT recorded.id AS event_id, recorded.seq, s.id AS subscription_id, e.lane, e.sample,
      CASE WHEN s.url NOT IN ('${INBOX_URL}', '${TEST_RECEIVER_URL}') THEN e.egress_url END AS url, f.claim
    FROM recorded JOIN events e USING (id) CROSS JOIN webhook_subscription s
    LEFT JOIN free f ON f.id = s.id AND f.lane = e.lane AND NOT e.sample AND e.only_to IS NULL AND e.egress_url IS NULL
    WHERE s.project_id = $1 AND s.deleted_at IS NULL
      AND CASE WHEN e.only_to IS NULL THEN s.disabled_at IS NULL AND e.type = ANY (s.enabled_events) ELSE s.id = e.only_to END
      AND (s.trigger_id IS NULL OR s.trigger_id = e.trigger_id)),
  queued AS (
    INSERT INTO webhook_delivery (project_id, event_id, subscription_id, seq, lane, kind, url, state, next_at, claim,
      claimed_until, created_at)
    SELECT $1, event_id, subscription_id, seq, lane, CASE WHEN sample THEN 'sample' ELSE 'event' END, url,
      CASE WHEN claim IS NULL THEN 'waiting' ELSE 'sending' END, CASE WHEN claim IS NULL THEN ${RECORD_TIME} END, claim,
      CASE WHEN claim IS NOT NULL THEN clock_timestamp() + make_interval(secs => $5::float8 / 1000) END, ${RECORD_TIME}
    FROM wanted
    RETURNING id, event_id, subscription_id, seq, claim)
  SELECT recorded.id, recorded.created_at AS "createdAt", queued.id::text AS delivery, queued.seq::text,
    queued.subscription_id AS receiver, queued.claim IS NOT NULL AS "isTaken"
  FROM recorded LEFT JOIN queued ON queued.event_id = recorded.id`,
  columns: {
    id: "text",
    createdAt: "timestamptz",
    delivery: "text?",
    seq: "text?",
    receiver: "text?",
    isTaken: "bool",
  },
});
type RecordedRow = StatementRow<typeof RECORD>;

/** Events of one statement, and the bytes of their contents. */
const MOST_ROWS = 64;
const MOST_BYTES = 2 * MAX_EVENT_BYTES;

/** The next events of a list that fit into one statement: at least one. */
function takeChunk(rows: readonly EventRow[], from: number): EventRow[] {
  let [bytes, to] = [0, from];
  for (let row = rows[to]; row && to - from < MOST_ROWS; row = rows[++to])
    if ((bytes += row.bytes) > MOST_BYTES && to > from) break;
  return rows.slice(from, to);
}

/** One event of one trigger: providers number their events each for itself. */
const keyOf = ({ trigger, type }: NewEvent, of: string | undefined): string | null =>
  of === undefined
    ? null
    : createHash("sha256")
        .update(JSON.stringify([trigger?.triggerId ?? type, of]))
        .digest("base64url");

const contentOf = ({ payload, originalPayload, trigger }: NewEvent): EventContent => ({
  data: payload,
  ...(originalPayload !== undefined && { original: originalPayload }),
  ...(trigger?.triggerConfig && { triggerConfig: trigger.triggerConfig }),
});

export type Recorded = {
  id: string;
  /** False for an event that was recorded before: nothing was written. */
  recorded: boolean;
  /** How many subscriptions get it. */
  receivers: number;
};

/** @throws EventTooLarge for more than MAX_EVENT_BYTES */
export function toEventRow(projectId: string, event: NewEvent): EventRow {
  const id = event.id ?? `msg_${randomUUID()}`;
  const { trigger, about } = event;
  const accountId = trigger?.connectedAccountId ?? about?.connectedAccountId ?? null;
  const plain = contentOf(event);
  const content = JSON.stringify(plain);
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(`An event of ${bytes} bytes is too large.`);
  return {
    id,
    type: event.type,
    lane: event.lane ?? trigger?.triggerId ?? accountId ?? id,
    trigger_id: trigger?.triggerId ?? null,
    trigger_slug: trigger?.triggerSlug ?? null,
    toolkit_slug: trigger?.toolkitSlug ?? about?.toolkitSlug ?? null,
    user_id: trigger?.userId ?? about?.userId ?? null,
    account_id: accountId,
    auth_config_id: trigger?.authConfigId ?? about?.authConfigId ?? null,
    dedupe_key: keyOf(event, event.providerEventId),
    proof_key: keyOf(event, event.proof),
    sample: event.sample ?? false,
    content: sealContent(projectId, id, content),
    bytes,
    only_to: event.onlyTo ?? null,
    egress_url: trigger?.egressUrl ?? null,
    plain,
  };
}

const toColumns = ({ plain: _, ...columns }: EventRow): Omit<EventRow, "plain"> => columns;

/** A delivery that was taken with its event. */
const toTaken = (projectId: string, event: EventRow, { createdAt, delivery, seq }: RecordedRow): TakenDelivery => ({
  ...{ id: delivery ?? "", seq: seq ?? "", lane: event.lane, content: event.plain, bytes: event.bytes },
  event: {
    ...{ id: event.id, projectId, type: event.type, createdAt },
    ...{ triggerId: event.trigger_id, triggerSlug: event.trigger_slug, toolkitSlug: event.toolkit_slug },
    ...{ userId: event.user_id, accountId: event.account_id, authConfigId: event.auth_config_id },
  },
});

/** Behind the ids of an event's message: all of its deliveries are being sent, so that nobody has to look for them. */
export const SENT_MARK = "sent";

/**
 * Records events of a project in the transaction `tx`. Receivers get them after the commit.
 * @returns the ids of those that were new, each with the number of subscriptions that get it
 */
export async function recordEvents(
  tx: Recorder,
  projectId: string,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, number>> {
  const recorded = new Map<string, number>();
  const waiting = new Set<string>();
  const taking = await beginTaking(tx, projectId, rows);
  for (let from = 0; from < rows.length; ) {
    const chunk = takeChunk(rows, from);
    from += chunk.length;
    const { ids, claims, fullLanes } = taking.portionFor(chunk);
    const values = [projectId, storableJson(chunk.map(toColumns)), ids, claims, taking.holdMs, fullLanes];
    const byId = new Map(chunk.map((event) => [event.id, event]));
    for (const row of await rowsIn(tx, RECORD, values)) {
      const { id, delivery, receiver, isTaken } = row;
      recorded.set(id, (recorded.get(id) ?? 0) + (delivery === null ? 0 : 1));
      const event = byId.get(id);
      if (isTaken && event && receiver !== null) taking.take(receiver, toTaken(projectId, event, row));
      else if (delivery !== null) waiting.add(id);
    }
  }
  for (const id of recorded.keys())
    await notify(tx, EVENTS_CHANNEL, `${projectId} ${id}${waiting.has(id) ? "" : ` ${SENT_MARK}`}`);
  return recorded;
}

/**
 * Records one event, as `recordEvents`.
 * @throws EventTooLarge for more than MAX_EVENT_BYTES
 */
export async function recordEvent(tx: Recorder, projectId: string, event: NewEvent): Promise<Recorded> {
  const row = toEventRow(projectId, event);
  const receivers = (await recordEvents(tx, projectId, [row])).get(row.id);
  return { id: row.id, recorded: receivers !== undefined, receivers: receivers ?? 0 };
}
