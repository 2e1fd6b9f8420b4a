/** GET /api/v3/internal/patchbay/mcp */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedMcpServersApi } from "@/lib/mcp/listed/contract";
import { listServersWithUse } from "@/lib/mcp/listed-servers";

export const GET = defineRoute(listedMcpServersApi.listMcpServersWithUse, ({ query }, { projectId }) =>
  listServersWithUse(projectId, query),
);
