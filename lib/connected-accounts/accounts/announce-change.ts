/** Records events for a project's receivers about changes of an account, in the transaction of the change. */
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import type { EventType } from "@/lib/webhooks/event-types";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import type { AccountStatus } from "../contract";
import { ATTEMPTS_IN_SQL } from "./attempts-in-sql";

const STATE = statement({
  name: "connected-accounts.announced",
  text: `SELECT user_id, toolkit_slug, auth_config_id, alias, created_at, updated_at,
    EXISTS (SELECT 1 FROM connected_account_event e WHERE e.account_id = a.id AND e.status = 'ACTIVE') AS has_worked,
    (SELECT e.status FROM connected_account_event e WHERE e.account_id = a.id AND e.status NOT IN (${ATTEMPTS_IN_SQL})
      ORDER BY e.id DESC LIMIT 1) AS last
    FROM connected_account a WHERE a.project_id = $1 AND a.id = $2`,
  columns: {
    user_id: "text",
    toolkit_slug: "text",
    auth_config_id: "text",
    alias: "text?",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    has_worked: "bool?",
    last: "text?",
  },
});

/** The kind of event of each status. */
const KINDS: Partial<Record<AccountStatus, EventType>> = {
  ACTIVE: "composio.connected_account.created",
  EXPIRED: "composio.connected_account.expired",
  REVOKED: "composio.connected_account.revoked",
};

type Change = { status: AccountStatus; reason: string | null };

/**
 * Records the event of a change that receivers can subscribe to. An account is created once, and has an event when its
 * status changes: not when an attempt to connect it again leaves it unchanged. An account that never worked cannot
 * expire: nobody lost anything with a link that nobody used.
 */
export async function announceChange(
  tx: Pick<Db, "$executeRaw" | "$queryRawUnsafe">,
  projectId: string,
  id: string,
  { status, reason }: Change,
): Promise<void> {
  const type = KINDS[status];
  if (!type) return;
  const [row] = await rowsIn(tx, STATE, [projectId, id]);
  if (!row || row.last === status) return;
  if (status === "ACTIVE" && row.has_worked) return;
  if (status === "EXPIRED" && !row.has_worked) return;
  await recordEvent(tx, projectId, {
    type,
    about: {
      connectedAccountId: id,
      authConfigId: row.auth_config_id,
      userId: row.user_id,
      toolkitSlug: row.toolkit_slug,
    },
    payload: {
      id,
      user_id: row.user_id,
      alias: row.alias,
      status,
      status_reason: reason,
      toolkit: { slug: row.toolkit_slug },
      auth_config: { id: row.auth_config_id },
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
  });
}
