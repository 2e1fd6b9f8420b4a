/** GET /api/v3/trigger_instances/active */
import { limitedOf } from "@/lib/access/keys/limited-of";
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { listTriggers } from "@/lib/triggers/instances/list-triggers";
import { toTrigger } from "@/lib/triggers/wire";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  triggersApi.listTriggers,
  async ({ query }, caller) => {
    const page = await listTriggers(caller.projectId, {
      userIds: query.user_ids,
      accountIds: query.connected_account_ids ?? query.connectedAccountIds ?? query.deprecatedConnectedAccountUuids,
      authConfigIds: query.auth_config_ids ?? query.authConfigIds ?? query.deprecatedAuthConfigUuids,
      ids: query.trigger_ids ?? query.triggerIds,
      slugs: query.trigger_names ?? query.triggerNames,
      toolkitSlugs: query.toolkit_slugs,
      showDisabled: query.show_disabled ?? query.showDisabled ?? false,
      limit: query.limit,
      cursor: query.cursor,
    });
    const permissions = permissionsOf(caller);
    const visibility = {
      webhookUrl: permissions.has("triggers:write"),
      egressUrl: permissions.has("webhooks:read") && !limitedOf(caller),
    };
    return { ...page, items: page.items.map((trigger) => toTrigger(trigger, visibility)) };
  },
  rules.listsTriggers,
);
