/** GET /api/v3/internal/patchbay/mcp/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedMcpServersApi } from "@/lib/mcp/servers/listed-servers.contract";
import { getServerWithUse } from "@/lib/mcp/servers/listed-servers";

export const GET = defineRoute(listedMcpServersApi.getMcpServerWithUse, ({ params: { id } }, { projectId }) =>
  getServerWithUse(projectId, id),
);
