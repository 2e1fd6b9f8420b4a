/** POST /api/v3/toolkits/multi */
import { findManagedModes } from "@/lib/auth-configs/managed-apps";
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { findCategories, findToolkits } from "@/lib/catalog/read/find-toolkits";
import { toToolkit } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { countToolkitUses } from "@/lib/logs/find-used-tools";
import { rules } from "@/lib/reach/rules";

const KIND = { composio: "native", project: "custom", all: undefined } as const;

export const POST = defineRoute(
  catalogDetailsApi.listToolkitsBySlugs,
  async ({ body }, { projectId }) => {
    const { toolkits: slugs, managed_by: managedBy = "all", sort_by: sortBy, ...filter } = body;
    const [categories, managedOf, uses] = await Promise.all([
      findCategories(),
      findManagedModes(),
      sortBy === "usage" ? countToolkitUses(projectId) : undefined,
    ]);
    const page = await findToolkits(projectId, { ...filter, slugs, sortBy, uses, kind: KIND[managedBy] });
    return { ...page, items: page.items.map((toolkit) => toToolkit(toolkit, categories, managedOf(toolkit))) };
  },
  rules.readsCatalog,
);
