/** How many deliveries wait in the database, for all copies of the app together. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";

/** Deliveries that are counted at most: a longer queue is this long. */
const MAX_COUNTED = 100_000;

const DEPTH = statement({
  name: "webhooks.depth",
  text: `SELECT count(*)::int AS waiting, count(*) FILTER (WHERE d.next_at <= now() AND s.id IS NOT NULL)::int AS due,
    coalesce(extract(epoch FROM now() - min(d.next_at) FILTER (WHERE d.next_at <= now() AND s.id IS NOT NULL)), 0)::float8
      AS "oldestSeconds",
    (SELECT count(*)::int FROM webhook_delivery WHERE claimed_until > now()) AS sending
    FROM (SELECT subscription_id, next_at FROM webhook_delivery WHERE next_at IS NOT NULL LIMIT ${MAX_COUNTED}) d
    LEFT JOIN webhook_subscription s ON s.id = d.subscription_id AND s.deleted_at IS NULL AND s.paused_at IS NULL
      AND s.disabled_at IS NULL AND (s.rest_until IS NULL OR s.rest_until <= now())`,
  columns: { waiting: "int4", due: "int4", oldestSeconds: "float8", sending: "int4" },
});

/**
 * `waiting`: all that have a next attempt; `due`: those of them that could be sent now, as their receiver neither rests
 * nor is switched off; `oldestSeconds`: for how long the first of these has waited.
 */
export type DeliveryDepth = { waiting: number; due: number; oldestSeconds: number; sending: number };

export async function findDeliveryDepth(): Promise<DeliveryDepth> {
  const [row] = await rowsOf(DEPTH, []);
  return row ?? { waiting: 0, due: 0, oldestSeconds: 0, sending: 0 };
}
