/** GET, PATCH /api/v3/org/project/config */
import { accessApi } from "@/lib/access/contract";
import { requireProject, updateProjectConfig } from "@/lib/access/projects";
import { toConfigPatch, toWireProjectConfig } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(accessApi.getProjectConfig, async (_, { projectId }) => toWireProjectConfig((await requireProject(projectId)).config));

export const PATCH = defineRoute(accessApi.updateProjectConfig, async ({ body }, { projectId }) =>
  toWireProjectConfig(await updateProjectConfig(projectId, toConfigPatch(body))));
