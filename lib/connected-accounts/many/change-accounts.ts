/** Disables or deletes all accounts that match a filter, a piece at a time. */
import type { z } from "zod";
import { changeMany } from "@/lib/kernel/database/change-many";
import type { ConnectedAccount } from "../accounts/accounts";
import { listAccounts } from "../accounts/list-accounts";
import { deleteAccount } from "../manage/delete-account";
import type { revocationApi } from "../revocation/contract";
import { setAccountEnabled } from "../manage/update-account";

type Input = z.output<(typeof revocationApi)["changeAccounts"]["body"]>;
type Facts = {
  signal: AbortSignal;
  requestId: string;
  /** Records each account under the action of its own operation. */
  audit: (action: string, target: string) => Promise<void>;
};

/** @throws ApiError as `changeMany` */
export function changeAccounts(projectId: string, { action, filter, after }: Input, facts: Facts) {
  const { signal, requestId, audit } = facts;
  const change = async ({ id }: ConnectedAccount): Promise<void> => {
    if (action === "delete") await deleteAccount(projectId, id, false);
    else await setAccountEnabled(projectId, id, false);
    await audit(action === "delete" ? "connected_account.delete" : "connected_account.change_status", id);
  };
  return changeMany<ConnectedAccount>({
    after,
    scope: ["changeConnectedAccounts", projectId, action, filter],
    list: (part) =>
      listAccounts(projectId, {
        ...(filter.toolkit_slugs && { toolkitSlugs: filter.toolkit_slugs }),
        ...(filter.statuses && { statuses: filter.statuses }),
        ...(filter.user_ids && { userIds: filter.user_ids }),
        ...(filter.auth_config_ids && { authConfigIds: filter.auth_config_ids }),
        everActive: filter.ever_active,
        accountType: "ALL",
        orderBy: "createdAt",
        direction: "desc",
        ...part,
      }),
    nameOf: ({ alias, userId, toolkitSlug }) => `${alias ?? userId} · ${toolkitSlug}`,
    change,
    signal,
    on: { requestId },
  });
}
