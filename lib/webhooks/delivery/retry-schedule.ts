/** The retry schedule of deliveries: when a delivery is tried again, and how long an unwell receiver rests. */
import { statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { UNWELL_FAILURES } from "../events/receiver";

/** The state of a delivery after an attempt; `pause` is the number of seconds until the next attempt. */
export type NextState = { state: "delivered" | "dead" | "waiting"; pause: number | null };

/** `final`: no further attempt can succeed. `retryAfter`: the pause that the receiver asks for, in seconds. */
type LastAttempt = { delivered: boolean; number: number; final?: boolean | undefined; retryAfter?: number | undefined };

/** Decides by the last attempt. The pause is the longer of ours (`PATCHBAY_WEBHOOK_PAUSES`) and the receiver's (`Retry-After`). */
export function decideRetry({ delivered, number, final, retryAfter = 0 }: LastAttempt): NextState {
  if (delivered) return { state: "delivered", pause: null };
  const pause = final ? undefined : env().webhooks.pauses[number - 1];
  return pause === undefined
    ? { state: "dead", pause: null }
    : { state: "waiting", pause: Math.max(pause, retryAfter) };
}

/** The longest rest of a receiver, in seconds. */
const MAX_REST_SECONDS = 300;

/** Ends the rests of a receiver that accepted a delivery. */
export const END_RESTS = statement({
  name: "webhooks.well",
  text: `UPDATE webhook_subscription SET failures = 0, failing_since = NULL, rest_until = NULL
    WHERE id = $1 AND (failures > 0 OR failing_since IS NOT NULL)`,
});

/**
 * Backs off exponentially from the first pause of the schedule. A rest only grows with a failure of an attempt that began
 * after the previous rest: sixteen attempts that fail at the same time are one reason to rest.
 */
export const EXTEND_REST = statement({
  name: "webhooks.unwell",
  text: `UPDATE webhook_subscription SET failing_since = coalesce(failing_since, now()),
      failures = CASE WHEN rest_until > now() - make_interval(secs => $5::float8 / 1000) THEN failures
        ELSE failures + $2::int END,
      rest_until = CASE WHEN rest_until > now() - make_interval(secs => $5::float8 / 1000) THEN rest_until
        WHEN failures + $2::int >= ${UNWELL_FAILURES}
        THEN now() + make_interval(secs =>
          least($3::float8 * power(2, least(failures + $2::int - ${UNWELL_FAILURES}, 20)), ${MAX_REST_SECONDS})) END
    WHERE id = $1
    RETURNING failures, rest_until IS NOT NULL AS resting,
      failing_since < now() - make_interval(days => $4::int) AND disabled_at IS NULL AS "tooLong"`,
  columns: { failures: "int4", resting: "bool", tooLong: "bool" },
});
