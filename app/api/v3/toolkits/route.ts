/** GET /api/v3/toolkits */
import { findManagedModes } from "@/lib/auth-configs/managed-apps";
import { catalogApi } from "@/lib/catalog/contract";
import { findCategories, findToolkits, unknownCategories } from "@/lib/catalog/read/find-toolkits";
import { warn } from "@/lib/catalog/read/to-version-choice";
import { toToolkit } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { countToolkitUses } from "@/lib/logs/find-used-tools";
import { rules } from "@/lib/reach/rules";

const KIND = { composio: "native", native: "native", project: "custom", custom: "custom", all: undefined } as const;

export const GET = defineRoute(
  catalogApi.listToolkits,
  async ({ query }, { projectId }, facts) => {
    const { managed_by: managedBy = "all", type = "all", sort_by: sortBy, auth_scheme: authScheme, ...filter } = query;
    const [categories, managedOf, uses] = await Promise.all([
      findCategories(),
      findManagedModes(),
      sortBy === "usage" ? countToolkitUses(projectId) : undefined,
    ]);
    const page = await findToolkits(projectId, {
      ...filter,
      sortBy,
      uses,
      authScheme,
      kind: KIND[type] ?? KIND[managedBy],
    });
    if (page.total_items === 0 && filter.category) warn(facts.answer, await unknownCategories(filter.category));
    return { ...page, items: page.items.map((toolkit) => toToolkit(toolkit, categories, managedOf(toolkit))) };
  },
  rules.readsCatalog,
);
