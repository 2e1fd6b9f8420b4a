/** Writes down what became of attempts: the log of them, the state of the delivery, and how the receiver does. */
import { storableJson } from "@/lib/kernel/text/storable";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { UNWELL_FAILURES } from "./claim-deliveries";
import type { Outcome } from "./send-attempt";

export type Ended = { deliveryId: string; projectId: string; outcome: Outcome };

/** Only who holds the delivery still writes: one that lost it to another copy says nothing. */
const RECORD = statement({
  name: "webhooks.record-attempts",
  text: `WITH given AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS g(id bigint, project text, number int, ms int, status int,
    error text, url text, sent jsonb, headers jsonb, body text, state text, pause float8)),
  written AS (UPDATE webhook_delivery d SET state = g.state, attempts = g.number, claim = NULL, claimed_until = NULL,
      next_at = CASE WHEN g.state = 'waiting' THEN now() + make_interval(secs => g.pause) END,
      ended_at = CASE WHEN g.state = 'waiting' THEN NULL ELSE now() END
    FROM given g WHERE d.id = g.id AND d.claim = $1 RETURNING d.id)
  INSERT INTO webhook_attempt (project_id, delivery_id, number, duration_ms, status, error, url, request_headers,
    response_headers, response_body)
  SELECT g.project, g.id, g.number, g.ms, g.status, g.error, g.url, g.sent, g.headers, g.body
  FROM given g JOIN written w ON w.id = g.id`,
});

/** What becomes of a delivery by its last attempt: the next one waits for the larger of our pause and the receiver's. */
export function fateOf({
  delivered,
  number,
  final,
  retryAfter = 0,
}: Pick<Outcome, "delivered" | "number" | "final" | "retryAfter">): { state: string; pause: number | null } {
  if (delivered) return { state: "delivered", pause: null };
  const pause = final ? undefined : env().webhooks.pauses[number - 1];
  return pause === undefined
    ? { state: "dead", pause: null }
    : { state: "waiting", pause: Math.max(pause, retryAfter) };
}

const toRecord = ({ deliveryId, projectId, outcome }: Ended) => ({
  id: deliveryId,
  project: projectId,
  number: outcome.number,
  ms: outcome.durationMs,
  status: outcome.status,
  error: outcome.error,
  url: outcome.url,
  sent: outcome.requestHeaders,
  headers: outcome.responseHeaders,
  body: outcome.responseBody,
  ...fateOf(outcome),
});

/** Writes the outcomes of attempts that one claim has made. */
export async function recordAttempts(claim: string, ended: readonly Ended[]): Promise<void> {
  await rowsOf(RECORD, [claim, storableJson(ended.map(toRecord))]);
}

const FILTERED = statement({
  name: "webhooks.filtered",
  text: `UPDATE webhook_delivery SET state = 'filtered', ended_at = now(), claim = NULL, claimed_until = NULL
    WHERE claim = $1 AND id = $2::bigint`,
});

/** Ends a delivery whose event the subscription does not want. */
export const recordFiltered = async (claim: string, deliveryId: string): Promise<void> =>
  void (await rowsOf(FILTERED, [claim, deliveryId]));

const WELL = statement({
  name: "webhooks.well",
  text: `UPDATE webhook_subscription SET failures = 0, failing_since = NULL, rest_until = NULL
    WHERE id = $1 AND (failures > 0 OR failing_since IS NOT NULL)`,
});

/**
 * The rests grow with each failure of an attempt that began after the one before: sixteen that are under way at the same time
 * and fail are one reason to rest.
 */
const UNWELL = statement({
  name: "webhooks.unwell",
  text: `UPDATE webhook_subscription SET failing_since = coalesce(failing_since, now()),
      failures = CASE WHEN rest_until > now() - make_interval(secs => $5::float8 / 1000) THEN failures ELSE failures + $2::int END,
      rest_until = CASE WHEN rest_until > now() - make_interval(secs => $5::float8 / 1000) THEN rest_until
        WHEN failures + $2::int >= ${UNWELL_FAILURES}
        THEN now() + make_interval(secs => least($3::float8 * power(2, least(failures + $2::int - ${UNWELL_FAILURES}, 20)), 300)) END
    WHERE id = $1
    RETURNING failures, rest_until IS NOT NULL AS resting,
      failing_since < now() - make_interval(days => $4::int) AND disabled_at IS NULL AS "tooLong"`,
  columns: { failures: "int4", resting: "bool", tooLong: "bool" },
});

/** Writes how a receiver does; says whether it has to rest, and whether it failed for too long. */
export async function recordHealth(
  subscriptionId: string,
  { delivered, unwell, durationMs }: Pick<Outcome, "delivered" | "unwell" | "durationMs">,
): Promise<{ resting: boolean; tooLong: boolean }> {
  const fine = { resting: false, tooLong: false };
  if (delivered) {
    await rowsOf(WELL, [subscriptionId]);
    return fine;
  }
  const { pauses, failingDays } = env().webhooks;
  const [row] = await rowsOf(UNWELL, [subscriptionId, unwell ? 1 : 0, pauses[0] ?? 5, failingDays, durationMs]);
  return row ?? fine;
}
