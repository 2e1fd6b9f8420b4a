/** GET /api/v3/internal/patchbay/mcp */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedMcpServersApi } from "@/lib/mcp/servers/listed-servers.contract";
import { listServersWithUse } from "@/lib/mcp/servers/listed-servers";

export const GET = defineRoute(listedMcpServersApi.listMcpServersWithUse, ({ query }, { projectId }) =>
  listServersWithUse(projectId, query),
);
