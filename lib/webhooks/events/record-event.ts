/**
 * Writes down what has happened, with a delivery for each receiver that asked for it: in the transaction of the change
 * itself, so that neither can be without the other.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Db } from "@/lib/kernel/database/db";
import { type Announcer, notify, type Channel } from "@/lib/kernel/database/notify";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { sealContent, type EventContent } from "./event-content";
import { INBOX_URL, TEST_RECEIVER_URL } from "../constants";
import type { AUDIT_EVENT, EventType } from "../event-types";

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

const RECORD = statement({
  name: "webhooks.record",
  text: `WITH recorded AS (
    INSERT INTO webhook_event (id, project_id, type, lane, trigger_id, trigger_slug, toolkit_slug, user_id, account_id,
      auth_config_id, dedupe_key, sample, content, bytes, proof_key)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::bool, $13, $14::int, $16)
    ON CONFLICT DO NOTHING RETURNING id, seq),
  queued AS (
    INSERT INTO webhook_delivery (project_id, event_id, subscription_id, seq, lane, kind, url)
    SELECT $2, recorded.id, s.id, recorded.seq, $4, CASE WHEN $12::bool THEN 'sample' ELSE 'event' END,
      CASE WHEN s.url NOT IN ('${INBOX_URL}', '${TEST_RECEIVER_URL}') THEN $17::text END
    FROM recorded, webhook_subscription s
    WHERE s.project_id = $2 AND s.deleted_at IS NULL
      AND CASE WHEN $15::text IS NULL THEN s.disabled_at IS NULL AND $3 = ANY (s.enabled_events) ELSE s.id = $15 END
      AND (s.trigger_id IS NULL OR s.trigger_id = $5)
    RETURNING id)
  SELECT id, (SELECT count(*)::int FROM queued) AS receivers FROM recorded`,
  columns: { id: "text", receivers: "int4" },
});

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

/**
 * Records an event in the transaction `tx`. Receivers get it after the commit.
 * @throws EventTooLarge for more than MAX_EVENT_BYTES
 */
export async function recordEvent(
  tx: Pick<Db, "$queryRawUnsafe"> & Announcer,
  projectId: string,
  event: NewEvent,
): Promise<Recorded> {
  const id = event.id ?? `msg_${randomUUID()}`;
  const { trigger, about } = event;
  const accountId = trigger?.connectedAccountId ?? about?.connectedAccountId ?? null;
  const content = JSON.stringify(contentOf(event));
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_EVENT_BYTES) throw new EventTooLarge(`An event of ${bytes} bytes is too large.`);
  const [row] = await rowsIn(tx, RECORD, [
    id,
    projectId,
    event.type,
    event.lane ?? trigger?.triggerId ?? accountId ?? id,
    trigger?.triggerId ?? null,
    trigger?.triggerSlug ?? null,
    trigger?.toolkitSlug ?? about?.toolkitSlug ?? null,
    trigger?.userId ?? about?.userId ?? null,
    accountId,
    trigger?.authConfigId ?? about?.authConfigId ?? null,
    keyOf(event, event.providerEventId),
    event.sample ?? false,
    sealContent(projectId, id, content),
    bytes,
    event.onlyTo ?? null,
    keyOf(event, event.proof),
    trigger?.egressUrl ?? null,
  ]);
  if (!row) return { id, recorded: false, receivers: 0 };
  await notify(tx, EVENTS_CHANNEL, `${projectId} ${id}`);
  return { id, recorded: true, receivers: row.receivers };
}
