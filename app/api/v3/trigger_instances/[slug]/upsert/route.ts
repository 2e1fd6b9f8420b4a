/** POST /api/v3/trigger_instances/{slug}/upsert */
import { warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { upsertTrigger } from "@/lib/triggers/instances/upsert-trigger";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  triggersApi.upsertTrigger,
  async ({ params, body }, { projectId, settings }, facts) => {
    const { trigger, missing } = await upsertTrigger(
      projectId,
      {
        slug: params.slug,
        connectedAccountId: body.connected_account_id ?? body.connectedAuthId,
        userId: body.user_id,
        config: body.trigger_config ?? body.triggerConfig ?? {},
        versions: { asked: body.toolkit_versions ?? body.version, strict: settings.strictVersions },
      },
      { requestId: facts.requestId },
    );
    warnOfMissing(facts.answer, missing);
    return { trigger_id: trigger.id, deprecated: { uuid: trigger.uuid } };
  },
  rules.upsertsTrigger,
);
