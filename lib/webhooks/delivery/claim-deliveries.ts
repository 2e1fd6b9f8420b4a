/**
 * Takes deliveries that are due, so that no other copy of the app takes them too. A copy that dies holds them for a
 * short time only. Of two claims at one subscription the second waits for nothing: it takes none.
 */
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { rowsIn, rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { LOCK_RECEIVER, type Receiver, UNWELL_FAILURES } from "../events/receiver";

/**
 * Deliveries that a stopped copy of the app claimed. They could have been sent, and are sent again with the same id.
 * They get their original time back, so that later deliveries of the lane do not overtake them.
 */
export const GIVE_BACK = statement({
  name: "webhooks.give-back",
  text: `UPDATE webhook_delivery SET state = 'waiting', next_at = least(created_at, now()), claim = NULL, claimed_until = NULL
    WHERE subscription_id = $1 AND claimed_until <= now()`,
});

/**
 * The number of deliveries found by time, of further lanes, and of deliveries of a lane that are claimed before those
 * of others.
 */
const OLDEST = 1000;
const OTHER_LANES = 64;
const OF_A_LANE = 4;

/**
 * Only one copy of the app claims deliveries of a lane at a time, in their order. The first thousand due deliveries are
 * examined, so that a claim takes the same time however many wait. If they all belong to a few busy lanes, the first
 * deliveries of some other lanes are examined too, beginning at another lane each time. A few of each lane are claimed
 * before more of any, so that a full lane does not delay others.
 */
export const TAKE = statement({
  name: "webhooks.take",
  text: `WITH RECURSIVE busy AS (SELECT lane, bool_or(url IS NULL) AS own FROM webhook_delivery
    WHERE subscription_id = $1 AND claimed_until > now() GROUP BY lane),
  oldest AS (SELECT id, lane, next_at, seq, url FROM webhook_delivery WHERE subscription_id = $1 AND next_at <= now()
    ORDER BY next_at, seq LIMIT ${OLDEST}),
  span AS (SELECT min(next_at) AS first, (SELECT next_at FROM webhook_delivery WHERE subscription_id = $1 AND next_at <= now()
      ORDER BY next_at DESC LIMIT 1) AS last FROM oldest HAVING count(*) = ${OLDEST}),
  start AS (SELECT lane, 1 AS n FROM webhook_delivery WHERE subscription_id = $1 AND next_at <= now()
      AND next_at >= (SELECT first + random() * (last - first) FROM span) ORDER BY next_at, seq LIMIT 1),
  lanes AS (SELECT lane, n FROM start UNION ALL
    SELECT coalesce(
      (SELECT d.lane FROM webhook_delivery d WHERE d.subscription_id = $1 AND d.next_at IS NOT NULL AND d.lane > lanes.lane
        ORDER BY d.lane LIMIT 1),
      (SELECT d.lane FROM webhook_delivery d WHERE d.subscription_id = $1 AND d.next_at IS NOT NULL ORDER BY d.lane LIMIT 1)), n + 1
    FROM lanes WHERE n < ${OTHER_LANES}),
  due AS (SELECT id, lane, next_at, seq, url FROM oldest UNION
    SELECT one.* FROM (SELECT DISTINCT lane FROM lanes) other, LATERAL (SELECT id, lane, next_at, seq, url FROM webhook_delivery
      WHERE subscription_id = $1 AND lane = other.lane AND next_at <= now() ORDER BY next_at, seq LIMIT $2::int) one),
  turns AS (SELECT id, next_at, seq, (row_number() OVER (PARTITION BY lane ORDER BY next_at, seq) - 1) / ${OF_A_LANE} AS turn FROM due
    WHERE lane NOT IN (SELECT lane FROM busy) AND ($5::bool OR NOT EXISTS (SELECT 1 FROM busy WHERE own))
      AND CASE WHEN url IS NULL THEN $6::bool ELSE $7::bool END),
  chosen AS (SELECT id FROM turns ORDER BY turn, next_at, seq LIMIT $2::int)
  UPDATE webhook_delivery d SET state = 'sending', next_at = NULL, claim = $3,
    claimed_until = now() + make_interval(secs => $4::float8 / 1000)
  FROM chosen, webhook_event e WHERE d.id = chosen.id AND e.id = d.event_id
  RETURNING d.id::text, d.seq::text, d.lane, d.kind, d.url, d.attempts, e.id AS "eventId", e.type, e.created_at AS "createdAt",
    e.trigger_id AS "triggerId", e.trigger_slug AS "triggerSlug", e.toolkit_slug AS "toolkitSlug", e.user_id AS "userId",
    e.account_id AS "accountId", e.auth_config_id AS "authConfigId"`,
  columns: {
    id: "text",
    seq: "text",
    lane: "text",
    kind: "text",
    url: "text?",
    attempts: "int4",
    eventId: "text",
    type: "text",
    createdAt: "timestamptz",
    triggerId: "text?",
    triggerSlug: "text?",
    toolkitSlug: "text?",
    userId: "text?",
    accountId: "text?",
    authConfigId: "text?",
  },
});
export type Claimed = StatementRow<typeof TAKE>;

/** `left`: whether more was due, also of lanes that are busy. */
export type Claim = { receiver: Receiver; deliveries: Claimed[]; left: boolean };

const LEFT = statement({
  name: "webhooks.left",
  text: `SELECT EXISTS (SELECT 1 FROM webhook_delivery WHERE subscription_id = $1 AND next_at <= now()) AS left`,
  columns: { left: "bool" },
});

/** How long a delivery is held: its own attempt, and that of the delivery before it in its lane. */
export const holdMsOf = (): number => env().webhooks.timeoutMs * 2 + 2000;

/**
 * The deliveries that a claim takes. `name`: of the claim, by which the outcomes are recorded; `holdMs`: how long no
 * other claim can get them; `toOwn`, `elsewhere`: whether those to the URL of the subscription, and to the URL of a
 * trigger.
 */
type ClaimWish = { limit: number; name: string; holdMs: number; toOwn: boolean; elsewhere: boolean };

/** Claims up to `limit` deliveries of a subscription; undefined if it can get none now. */
export const claimDeliveries = (
  subscriptionId: string,
  { limit, name, holdMs, toOwn, elsewhere }: ClaimWish,
): Promise<Claim | undefined> =>
  inHotTransaction(async (tx) => {
    // A statement of its own: what follows must see what the last claim has written.
    const [receiver] = await rowsIn(tx, LOCK_RECEIVER, [subscriptionId]);
    if (!receiver) return undefined;
    await rowsIn(tx, GIVE_BACK, [subscriptionId]);
    const well = receiver.failures < UNWELL_FAILURES;
    const most = well ? limit : 1;
    const deliveries = await rowsIn(tx, TAKE, [subscriptionId, most, name, holdMs, well, toOwn, elsewhere]);
    const left = deliveries.length === most || ((await rowsIn(tx, LEFT, [subscriptionId]))[0]?.left ?? false);
    return { receiver, deliveries: deliveries.sort((a, b) => Number(a.seq) - Number(b.seq)), left };
  });

/**
 * Whoever deletes or disables the receiver gives up what waits for it: the lock lets this happen before or after, so
 * that nothing begins to wait in between.
 */
export const RELEASE = statement({
  name: "webhooks.release",
  text: `WITH receiver AS (SELECT deleted_at IS NULL AND disabled_at IS NULL AS open FROM webhook_subscription WHERE id = $1
    FOR SHARE)
  UPDATE webhook_delivery SET state = CASE WHEN receiver.open THEN 'waiting' ELSE 'dead' END, claim = NULL,
    claimed_until = NULL, next_at = CASE WHEN receiver.open THEN least(created_at, now()) END,
    ended_at = CASE WHEN NOT receiver.open THEN now() END
  FROM receiver WHERE subscription_id = $1 AND claim = $2 AND webhook_delivery.id = ANY ($3::bigint[])`,
});

/** Gives back what was taken and not sent, to its place before those that came later. */
export const releaseDeliveries = async (
  subscriptionId: string,
  name: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length > 0) await rowsOf(RELEASE, [subscriptionId, name, ids]);
};

/**
 * Finds subscriptions with deliveries by steps through the index of unfinished deliveries, so that the time does not
 * depend on how many wait, or on how many subscriptions have nothing.
 */
const DUE = statement({
  name: "webhooks.due",
  text: `WITH RECURSIVE waiting AS (SELECT min(subscription_id) AS id FROM webhook_delivery WHERE next_at IS NOT NULL UNION ALL
    SELECT (SELECT min(d.subscription_id) FROM webhook_delivery d WHERE d.next_at IS NOT NULL AND d.subscription_id > waiting.id)
    FROM waiting WHERE waiting.id IS NOT NULL),
  left_over AS (SELECT DISTINCT subscription_id AS id FROM webhook_delivery WHERE claimed_until <= now())
  SELECT s.id, s.project_id AS "projectId" FROM webhook_subscription s
  JOIN (SELECT id FROM waiting UNION SELECT id FROM left_over) w ON w.id = s.id
  WHERE s.deleted_at IS NULL AND s.paused_at IS NULL AND s.disabled_at IS NULL
    AND (s.rest_until IS NULL OR s.rest_until <= now()) AND NOT (s.id = ANY ($1::text[]))
    AND (EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.subscription_id = s.id AND d.next_at <= now())
      OR EXISTS (SELECT 1 FROM left_over WHERE left_over.id = s.id))`,
  columns: { id: "text", projectId: "text" },
});

/** Subscriptions with deliveries that are due, but for those that are being worked at here. */
export const findDueSubscriptions = (busyHere: readonly string[]): Promise<StatementRow<typeof DUE>[]> =>
  rowsOf(DUE, [busyHere]);
