/** GET, PATCH /api/v3/org/project/config */
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { accessApi } from "@/lib/access/contract";
import { configureProject, requireProject } from "@/lib/access/projects/projects";
import { toConfigPatch, toWireProjectConfig } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getProjectConfig, async (_, { projectId }) =>
  toWireProjectConfig((await requireProject(projectId)).config),
);

export const PATCH = defineRoute(accessApi.updateProjectConfig, async ({ body }, caller, { tell }) => {
  const before = toWireProjectConfig((await requireProject(caller.projectId)).config);
  const after = toWireProjectConfig(await configureProject(caller, toConfigPatch(body)));
  tell(toChangeFacts("project_config", before, after));
  return after;
});
