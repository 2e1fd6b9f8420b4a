/** Converts end users, and the history and health of accounts, to the form of the API. */
import type { z } from "zod";
import type { AccountHealth, HealthGroup } from "../credentials/account-health";
import type { AccountEvent } from "../accounts/record-account-event";
import type { connectedAccountsApi } from "../contract";
import { openCurrentUser } from "../current-user";
import type { EndUser } from "../accounts/list-users";

type Wire<Name extends keyof typeof connectedAccountsApi> = z.input<(typeof connectedAccountsApi)[Name]["response"]>;

export const toWireEvent = ({ at: time, ...event }: AccountEvent): Wire<"listAccountEvents">["items"][number] => ({
  ...event,
  at: time.toISOString(),
});

export const toWireUser = ({
  userId,
  total,
  active,
  failing,
  attempts,
  toolkits,
  lastConnectedAt,
}: EndUser): Wire<"listUsers">["items"][number] => ({
  user_id: userId,
  accounts: { total, active, failing, attempts },
  toolkits,
  last_connected_at: lastConnectedAt?.toISOString() ?? null,
});

export const toWireUserDetail = (user: EndUser): Wire<"getUser"> => ({
  ...toWireUser(user),
  first_connected_at: user.firstConnectedAt?.toISOString() ?? null,
});

const toGroup = ({ total, items }: HealthGroup): Wire<"getAccountHealth">["ends_soon"] => ({
  total,
  items: items.map((row) => ({
    id: row.id,
    user_id: row.userId,
    alias: row.alias,
    current_user_info: openCurrentUser(row.projectId, row.id, row.currentUser),
    toolkit_slug: row.toolkitSlug,
    status_reason: row.statusReason,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  })),
});

export const toWireHealth = ({ endsSoon, refreshFailing, neverUsed }: AccountHealth): Wire<"getAccountHealth"> => ({
  ends_soon: toGroup(endsSoon),
  refresh_failing: toGroup(refreshFailing),
  never_used: toGroup(neverUsed),
});
