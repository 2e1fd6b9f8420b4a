/** Records attempts: their log, the next state of the delivery, and the health of the receiver. */
import { declareCounter } from "@/lib/kernel/metrics/counter";
import { declareHistogram } from "@/lib/kernel/metrics/histogram";
import { storableJson } from "@/lib/kernel/text/storable";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { decideRetry, END_RESTS, EXTEND_REST } from "./retry-schedule";
import type { Outcome } from "./send-attempt";

const deliveries = declareCounter({
  name: "patchbay_webhook_attempts_total",
  help: "Attempts to deliver an event: delivered, retried later, dead (given up), or filtered out unsent.",
  labels: ["outcome"],
});
const times = declareHistogram({
  name: "patchbay_webhook_attempt_duration_seconds",
  help: "Time of one attempt to deliver an event.",
  labels: [],
});

export type AttemptedDelivery = { deliveryId: string; projectId: string; claim: string; outcome: Outcome };

/** Writes only while the claim holds: another copy of the app may have claimed the delivery in the meantime. */
const RECORD = statement({
  name: "webhooks.record-attempts",
  text: `WITH outcome AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(id bigint, project text, claim text, number int, ms int,
    status int, error text, url text, sent jsonb, headers jsonb, body text, state text, pause float8)),
  written AS (UPDATE webhook_delivery d SET state = g.state, attempts = g.number, claim = NULL, claimed_until = NULL,
      next_at = CASE WHEN g.state = 'waiting' THEN now() + make_interval(secs => g.pause) END,
      ended_at = CASE WHEN g.state = 'waiting' THEN NULL ELSE now() END
    FROM outcome g WHERE d.id = g.id AND d.claim = g.claim RETURNING d.id)
  INSERT INTO webhook_attempt (project_id, delivery_id, number, duration_ms, status, error, url, request_headers,
    response_headers, response_body)
  SELECT g.project, g.id, g.number, g.ms, g.status, g.error, g.url, g.sent, g.headers, g.body
  FROM outcome g JOIN written w ON w.id = g.id`,
});

const toRecord = ({ deliveryId, projectId, claim, outcome }: AttemptedDelivery) => ({
  id: deliveryId,
  project: projectId,
  claim,
  number: outcome.number,
  ms: outcome.durationMs,
  status: outcome.status,
  error: outcome.error,
  url: outcome.url,
  sent: outcome.requestHeaders,
  headers: outcome.responseHeaders,
  body: outcome.responseBody,
  ...decideRetry(outcome),
});

/** Records the outcomes of attempts. */
export async function recordAttempts(attempts: readonly AttemptedDelivery[]): Promise<void> {
  const records = attempts.map(toRecord);
  await rowsOf(RECORD, [storableJson(records)]);
  for (const { state, ms } of records) {
    deliveries.add([state === "waiting" ? "retried" : state]);
    times.observe([], ms / 1000);
  }
}

const FILTERED = statement({
  name: "webhooks.filtered",
  text: `UPDATE webhook_delivery SET state = 'filtered', ended_at = now(), claim = NULL, claimed_until = NULL
    WHERE claim = $1 AND id = $2::bigint`,
});

/** Ends a delivery whose event the subscription does not want. */
export async function recordFiltered(claim: string, deliveryId: string): Promise<void> {
  await rowsOf(FILTERED, [claim, deliveryId]);
  deliveries.add(["filtered"]);
}

/** Records the health of a receiver. @returns whether it has to rest, and whether it has failed for too long */
export async function recordHealth(
  subscriptionId: string,
  { delivered, unwell, durationMs }: Pick<Outcome, "delivered" | "unwell" | "durationMs">,
): Promise<{ resting: boolean; tooLong: boolean }> {
  const healthy = { resting: false, tooLong: false };
  if (delivered) {
    await rowsOf(END_RESTS, [subscriptionId]);
    return healthy;
  }
  const { pauses, failingDays } = env().webhooks;
  const [row] = await rowsOf(EXTEND_REST, [subscriptionId, unwell ? 1 : 0, pauses[0] ?? 5, failingDays, durationMs]);
  return row ?? healthy;
}
