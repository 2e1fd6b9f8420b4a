/** GET, PATCH /api/v3/internal/patchbay/project: the caller's present project. */
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { accessApi } from "@/lib/access/contract";
import { requireProject, updateProject } from "@/lib/access/projects/projects";
import { toConfigPatch, toWireProjectDetail } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getProject, async (_, { projectId }) =>
  toWireProjectDetail(await requireProject(projectId)),
);

export const PATCH = defineRoute(accessApi.updateProject, async ({ body }, { projectId }, { tell }) => {
  const before = toWireProjectDetail(await requireProject(projectId));
  const after = toWireProjectDetail(await updateProject(projectId, { name: body.name, config: toConfigPatch(body) }));
  tell({ ...toChangeFacts("project", before, after), ...toChangeFacts("project_config", before, after) });
  return after;
});
