/** PUT /api/v3/internal/patchbay/project/logo */
import { accessApi } from "@/lib/access/contract";
import { storeLogo } from "@/lib/access/projects/logos";
import { toWireProjectDetail } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PUT = defineRoute(accessApi.uploadProjectLogo, async ({ body }, { projectId }) =>
  toWireProjectDetail(await storeLogo(projectId, Buffer.from(body.content, "base64"))),
);
