/** GET /api/v3/files/list */
import { filesApi } from "@/lib/files/contract";
import { findFiles } from "@/lib/files/find-files";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(filesApi.listFiles, ({ query }, { projectId }) =>
  findFiles(projectId, {
    toolkitSlug: query.toolkit_slug,
    toolSlug: query.tool_slug,
    cursor: query.cursor,
    limit: query.limit,
  }),
);
