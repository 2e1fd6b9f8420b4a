/** GET /api/v3/internal/patchbay/usage/export */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { usageApi } from "@/lib/logs/usage/contract";
import { exportUsage } from "@/lib/logs/usage/export-usage";

export const GET = defineRawRoute(usageApi.exportUsage, async (request, { projectId }) => {
  const search = Object.fromEntries(new URL(request.url, "http://localhost").searchParams);
  const { by, range } = usageApi.exportUsage.query.parse(search, { error: sayIssue });
  return new Response(await exportUsage(projectId, range, by), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="usage-${by}-${range}.csv"`,
      "x-content-type-options": "nosniff",
    },
  });
});
