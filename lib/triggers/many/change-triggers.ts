/** Enables, disables or deletes all triggers that match a filter, a piece at a time. */
import type { z } from "zod";
import { changeMany } from "@/lib/kernel/database/change-many";
import { listTriggers } from "../instances/list-triggers";
import type { triggerPagesApi } from "../pages/contract";
import type { Trigger } from "../instances/require-trigger";
import { deleteTrigger, switchTrigger } from "../instances/switch-trigger";

type Input = z.output<(typeof triggerPagesApi)["changeTriggers"]["body"]>;
type Facts = {
  signal: AbortSignal;
  requestId: string;
  /** Records each trigger under the action of its own operation. */
  audit: (action: string, target: string) => Promise<void>;
};

/** @throws ApiError as `changeMany` */
export function changeTriggers(projectId: string, { action, filter, after }: Input, facts: Facts) {
  const { signal, requestId, audit } = facts;
  const change = async ({ id }: Trigger): Promise<void> => {
    if (action === "delete") await deleteTrigger(projectId, id);
    else await switchTrigger(projectId, id, action === "enable", { requestId });
    await audit(action === "delete" ? "trigger.delete" : "trigger.switch", id);
  };
  return changeMany<Trigger>({
    after,
    scope: ["changeTriggers", projectId, action, filter],
    list: (part) =>
      listTriggers(projectId, {
        userIds: filter.user_ids,
        accountIds: filter.connected_account_ids,
        slugs: filter.trigger_names,
        toolkitSlugs: filter.toolkit_slugs,
        showDisabled: filter.show_disabled ?? false,
        ...part,
      }),
    nameOf: ({ slug, userId }) => `${slug} · ${userId}`,
    change,
    signal,
    on: { requestId },
  });
}
