/** POST /api/v3/files/upload/request */
import { filesApi } from "@/lib/files/contract";
import { createUpload } from "@/lib/files/uploads";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  filesApi.requestFileUpload,
  async ({ body }, { projectId }) => {
    const { id, key, url } = await createUpload(projectId, {
      toolkitSlug: body.toolkit_slug,
      toolSlug: body.tool_slug,
      name: body.filename,
      mimetype: body.mimetype,
      md5: body.md5,
      ...(body.size !== undefined && { size: body.size }),
    });
    return {
      id,
      key,
      new_presigned_url: url,
      newPresignedUrl: url,
      type: "new" as const,
      metadata: { storage_backend: "s3" as const },
    };
  },
  rules.uploadsFile,
);
