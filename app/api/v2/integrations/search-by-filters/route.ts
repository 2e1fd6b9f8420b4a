/** POST /api/v2/integrations/search-by-filters */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { integrationsApi } from "@/lib/legacy/integrations/contract";
import { searchIntegrations } from "@/lib/legacy/integrations/find-or-create-integration";

export const POST = defineRoute(integrationsApi.searchIntegrations, ({ body }, { projectId }) =>
  searchIntegrations(projectId, body),
);
