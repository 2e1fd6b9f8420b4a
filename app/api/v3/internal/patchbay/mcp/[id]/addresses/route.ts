/** GET /api/v3/internal/patchbay/mcp/{id}/addresses */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpAddressesApi } from "@/lib/mcp/addresses/contract";
import { listAddresses } from "@/lib/mcp/servers/listed-servers";

export const GET = defineRoute(mcpAddressesApi.listMcpAddresses, ({ params: { id }, query }, { projectId }) =>
  listAddresses(projectId, id, query),
);
