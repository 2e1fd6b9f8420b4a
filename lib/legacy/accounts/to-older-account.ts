/** Connected accounts in the form from before version 3. */
import type { z } from "zod";
import type { ConnectedAccountItem } from "@/lib/connected-accounts/contract";
import type { OlderAccount } from "./contract";

type Item = z.input<typeof ConnectedAccountItem>;
type Wire = z.input<typeof OlderAccount>;

const STATUSES: Readonly<Partial<Record<Item["status"], Wire["status"]>>> = {
  ACTIVE: "ACTIVE",
  INACTIVE: "ACTIVE",
  FAILED: "FAILED",
  EXPIRED: "EXPIRED",
  REVOKED: "EXPIRED",
};

/** Python programs read this header of each GitHub account, masked or not. */
function toHeaders({
  access_token: accessToken,
  token = accessToken,
}: Record<string, unknown>): Record<string, string> {
  return typeof token === "string" ? { Authorization: `Bearer ${token}` } : {};
}

/** @param account as today's API shows it, with its secrets masked */
export function toOlderAccount(account: Item): Wire {
  const { status: _, ...values } = account.state.val;
  const isDisabled = account.is_disabled || account.status === "INACTIVE";
  return {
    id: account.id,
    status: STATUSES[account.status] ?? "INITIATED",
    createdAt: account.created_at,
    updatedAt: account.updated_at,
    appUniqueId: account.toolkit.slug,
    appName: account.toolkit.slug,
    integrationId: account.auth_config.id,
    connectionParams: { headers: toHeaders(values), queryParams: {}, ...values },
    clientUniqueUserId: account.user_id,
    entityId: account.user_id,
    isDisabled,
    enabled: !isDisabled,
    deleted: false,
    labels: [],
    member: {},
    memberInfo: {},
    meta: { app: {} },
    data: {},
    authConfig: {},
    invocationCount: "0",
  };
}
