/** GET /api/v3/triggers_types */
import { listTriggerTypes } from "@/lib/catalog/read/find-trigger-type";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { toTriggerType } from "@/lib/triggers/wire";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  triggersApi.listTriggerTypes,
  async ({ query }, { projectId, settings }, facts) => {
    const { toolkit_versions: versions, toolkit_slugs: toolkits, ...more } = query;
    const choice = { asked: versions ?? undefined, strict: settings.strictVersions };
    const { page, missing } = await listTriggerTypes(projectId, choice, { toolkits, ...more });
    warnOfMissing(facts.answer, missing);
    const items = await Promise.all(
      page.items.map(async (type) => toTriggerType(type, await requireToolkit(projectId, type.toolkitSlug))),
    );
    return { ...page, items };
  },
  rules.readsCatalog,
);
