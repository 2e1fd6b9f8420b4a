/** GET /api/v3/internal/patchbay/project/export */
import { permissionsOf } from "@/lib/access/roles";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { ARCHIVE_TYPE, projectCopyApi } from "@/lib/project-copy/contract";
import { exportProject } from "@/lib/project-copy/export-project";
import { inCopyTurn } from "@/lib/project-copy/in-copy-turn";
import { writeArchive } from "@/lib/project-copy/write-archive";

export const GET = defineRawRoute(projectCopyApi.exportProject, async (_, caller) => {
  const { projectId } = caller;
  const seesFixed = permissionsOf(caller).has("tools:write");
  const archive = await inCopyTurn(projectId, async () => writeArchive(await exportProject(projectId, seesFixed)));
  return new Response(new Uint8Array(archive), {
    headers: {
      "content-type": ARCHIVE_TYPE,
      "content-disposition": `attachment; filename="${projectId}.tar.gz"`,
      "cache-control": "no-store",
    },
  });
});
