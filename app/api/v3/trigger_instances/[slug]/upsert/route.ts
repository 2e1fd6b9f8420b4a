/** POST /api/v3/trigger_instances/{slug}/upsert */
import { permissionsOf } from "@/lib/access/roles";
import { warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { assertMayRedirect } from "@/lib/triggers/instances/change-egress-url";
import { toAuditFacts } from "@/lib/triggers/instances/to-audit-facts";
import { upsertTrigger } from "@/lib/triggers/instances/upsert-trigger";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  triggersApi.upsertTrigger,
  async ({ params, body }, caller, facts) => {
    const { projectId, settings } = caller;
    assertMayRedirect(body.egress_url, permissionsOf(caller));
    facts.tell(toAuditFacts({ polling: body.polling, egressUrl: body.egress_url }));
    const { trigger, missing } = await upsertTrigger(
      projectId,
      {
        slug: params.slug,
        connectedAccountId: body.connected_account_id ?? body.connectedAuthId,
        userId: body.user_id,
        config: body.trigger_config ?? body.triggerConfig ?? {},
        polling: body.polling,
        egressUrl: body.egress_url,
        versions: { asked: body.toolkit_versions ?? body.version, strict: settings.strictVersions },
      },
      { requestId: facts.requestId },
    );
    warnOfMissing(facts.answer, missing);
    return { trigger_id: trigger.id, deprecated: { uuid: trigger.uuid } };
  },
  rules.upsertsTrigger,
);
