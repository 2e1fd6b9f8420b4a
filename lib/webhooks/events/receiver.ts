/** Receivers as senders need them: the columns of their rows, and which of them get several deliveries at a time. */
import { statement, type StatementRow } from "@/lib/kernel/database/statement";

/** From this many failures in a row on, a receiver gets one delivery at a time, with rests, until one succeeds. */
export const UNWELL_FAILURES = 5;

const COLUMNS = {
  id: "text",
  projectId: "text",
  url: "text",
  version: "text",
  filters: "jsonb",
  secret: "text",
  previousSecret: "text?",
  previousUntil: "timestamptz?",
  failures: "int4",
  troubled: "bool",
} as const;

const SELECT = `SELECT id, project_id AS "projectId", url, version, filters, secret, previous_secret AS "previousSecret",
    previous_until AS "previousUntil", failures, failing_since IS NOT NULL AS troubled FROM webhook_subscription`;
const IS_OPEN = `deleted_at IS NULL AND paused_at IS NULL AND disabled_at IS NULL
      AND (rest_until IS NULL OR rest_until <= now())`;

/** Locks one receiver, unless somebody else has it. */
export const LOCK_RECEIVER = statement({
  name: "webhooks.lock-subscription",
  text: `${SELECT}
    WHERE id = $1 AND ${IS_OPEN} FOR UPDATE SKIP LOCKED`,
  columns: COLUMNS,
});
export type Receiver = StatementRow<typeof LOCK_RECEIVER>;

/** Receivers of a project that are locked together; events of other receivers wait until somebody looks for them. */
const MOST_LOCKED = 20;

/**
 * Locks the receivers of a project that are well and want events of the types $3, of all triggers or of one of $4, but
 * for those that are named and those that somebody else has.
 */
export const LOCK_WELL_RECEIVERS = statement({
  name: "webhooks.lock-well-subscriptions",
  text: `${SELECT}
    WHERE project_id = $1 AND NOT (id = ANY ($2::text[])) AND failures < ${UNWELL_FAILURES} AND ${IS_OPEN}
      AND enabled_events && $3::text[] AND (trigger_id IS NULL OR trigger_id = ANY ($4::text[]))
    LIMIT ${MOST_LOCKED} FOR UPDATE SKIP LOCKED`,
  columns: COLUMNS,
});
