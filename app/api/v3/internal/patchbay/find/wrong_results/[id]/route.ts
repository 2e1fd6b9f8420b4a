/** DELETE /api/v3/internal/patchbay/find/wrong_results/{id} */
import { wrongResultsApi } from "@/lib/find/wrong-results/contract";
import { deleteWrongResult } from "@/lib/find/wrong-results/wrong-results";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(wrongResultsApi.deleteWrongResult, async ({ params }, { projectId }) => {
  await deleteWrongResult(projectId, params.id);
  return { deleted: true };
});
