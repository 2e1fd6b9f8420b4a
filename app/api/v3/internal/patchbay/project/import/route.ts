/** POST /api/v3/internal/patchbay/project/import */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { bodyTooLarge, readBytes } from "@/lib/http/api-door/read-body";
import { projectCopyApi } from "@/lib/project-copy/contract";
import { importProject } from "@/lib/project-copy/import-project";
import { inCopyTurn } from "@/lib/project-copy/in-copy-turn";
import { MAX_ARCHIVE_BYTES, readArchive } from "@/lib/project-copy/read-archive";

export const POST = defineRawRoute(projectCopyApi.importProject, async (request, caller, { url }) => {
  const { check } = projectCopyApi.importProject.query.parse(Object.fromEntries(url.searchParams));
  const archive = await readBytes(request, MAX_ARCHIVE_BYTES, () => bodyTooLarge(MAX_ARCHIVE_BYTES), caller);
  const report = await inCopyTurn(caller.projectId, async () =>
    importProject(caller, await readArchive(archive), check ?? false),
  );
  return Response.json(report);
});
