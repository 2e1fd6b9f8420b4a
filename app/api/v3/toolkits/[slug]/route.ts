/** GET /api/v3/toolkits/{slug} */
import { findManagedModes } from "@/lib/auth-configs/managed-apps";
import { catalogApi } from "@/lib/catalog/contract";
import { resolveVersion } from "@/lib/catalog/read/resolve-version";
import { findCategories, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { toToolkitDetail } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogApi.getToolkit,
  async ({ params, query }, caller, facts) => {
    const toolkit = await requireToolkit(caller.projectId, params.slug);
    const { version, missing } = resolveVersion(toolkit, toVersionChoice(caller, facts, query.version));
    // Its facts are the current facts, whatever the version; a missing version is refused as for a tool.
    await requireToolkit(caller.projectId, params.slug, version);
    warnOfMissing(facts.answer, missing ? [missing] : []);
    return toToolkitDetail(toolkit, await findCategories(), (await findManagedModes())(toolkit));
  },
  rules.readsCatalog,
);
