/** GET, POST /api/v3/internal/patchbay/find/wrong_results */
import { wrongResultsApi } from "@/lib/find/wrong-results/contract";
import { listWrongResults, markWrongResult, toWireWrongResult } from "@/lib/find/wrong-results/wrong-results";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(wrongResultsApi.listWrongResults, async ({ query }, { projectId }) => {
  const page = await listWrongResults(projectId, query);
  return { ...page, items: page.items.map(toWireWrongResult) };
});

export const POST = defineRoute(wrongResultsApi.markWrongResult, async ({ body }, { projectId }) =>
  toWireWrongResult(await markWrongResult(projectId, body)),
);
