/** POST /api/v3/org/owner/project/new */
import { accessApi } from "@/lib/access/contract";
import { createOwnerProject } from "@/lib/access/projects/create-owner-project";
import { toNewKey } from "@/lib/access/projects/to-new-key";
import { toConfigPatch } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createOwnerProject, async ({ body }, caller) => {
  const key = toNewKey(body);
  return createOwnerProject(caller, {
    name: body.name,
    config: toConfigPatch(body.config ?? {}),
    ...(key && { key }),
  });
});
