/** GET /api/v3/toolkits */
import { managedModes } from "@/lib/auth-configs/managed-apps";
import { catalogApi } from "@/lib/catalog/contract";
import { prepareToolkits, readToolkits } from "@/lib/catalog/read/pages/prepare-toolkits";
import { warn } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { PreparedJson } from "@/lib/http/api-door/json-text";
import { countToolkitUses } from "@/lib/logs/find-used-tools";
import { rules } from "@/lib/reach/rules";

const KIND = { composio: "native", native: "native", project: "custom", custom: "custom", all: undefined } as const;

export const GET = defineRoute(
  catalogApi.listToolkits,
  async ({ query }, { projectId }, facts) => {
    const { managed_by: managedBy = "all", type = "all", sort_by: sortBy, auth_scheme: authScheme, ...rest } = query;
    const filter = { ...rest, sortBy, authScheme, kind: KIND[type] ?? KIND[managedBy] };
    const managed = await managedModes();
    if (sortBy !== "usage" && !filter.search) {
      const { begin, rest, warnings } = await prepareToolkits(projectId, filter, managed);
      warn(facts.answer, warnings);
      return new PreparedJson(begin, rest);
    }
    const uses = sortBy === "usage" ? await countToolkitUses(projectId) : undefined;
    const { page, warnings } = await readToolkits(projectId, { ...filter, uses }, managed);
    warn(facts.answer, warnings);
    return page;
  },
  rules.readsCatalog,
);
