/** GET /api/v3/triggers_types/{slug} */
import { requireTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { toTriggerType } from "@/lib/triggers/wire";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  triggersApi.getTriggerType,
  async ({ params, query }, { projectId, settings }, facts) => {
    const choice = { asked: query.toolkit_versions ?? undefined, strict: settings.strictVersions };
    const { type, missing } = await requireTriggerType(projectId, params.slug, choice);
    warnOfMissing(facts.answer, missing);
    return toTriggerType(type, await requireToolkit(projectId, type.toolkitSlug));
  },
  rules.readsCatalog,
);
