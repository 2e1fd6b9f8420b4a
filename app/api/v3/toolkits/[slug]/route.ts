/** GET /api/v3/toolkits/{slug} */
import { managedModes } from "@/lib/auth-configs/managed-apps";
import { catalogApi } from "@/lib/catalog/contract";
import { resolveVersion } from "@/lib/catalog/read/resolve-version";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { prepareToolkit } from "@/lib/catalog/read/pages/prepare-toolkits";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { PreparedJson } from "@/lib/http/api-door/json-text";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogApi.getToolkit,
  async ({ params, query }, caller, facts) => {
    const toolkit = await requireToolkit(caller.projectId, params.slug);
    const { version, missing } = resolveVersion(toolkit, toVersionChoice(caller, facts, query.version));
    // Its facts are the current facts, whatever the version; a missing version is refused as for a tool.
    await requireToolkit(caller.projectId, params.slug, version);
    warnOfMissing(facts.answer, missing ? [missing] : []);
    const { begin } = await prepareToolkit(caller.projectId, toolkit.slug, await managedModes());
    return new PreparedJson(begin);
  },
  rules.readsCatalog,
);
