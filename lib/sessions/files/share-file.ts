/** Publishes a copy of a workbench file at an address for people. Code in the sandbox cannot change the copy. */
import path from "node:path";
import { createAnswerFile, type AnswerFile } from "@/lib/files/stored-files";
import { META_TOOLKIT } from "../settings/meta-tool-switches";
import { openSessionFile } from "@/lib/workbench/session-files";
import { mimetypeOf } from "./mimetype-of";

/**
 * @throws ApiError NotFound, PayloadTooLarge above the size limit of files or the project's quota, BadRequest for an
 * invalid path
 */
export async function shareFile(projectId: string, sessionId: string, filePath: string): Promise<AnswerFile> {
  const { file } = await openSessionFile(projectId, sessionId, filePath);
  try {
    const name = path.posix.basename(filePath);
    return await createAnswerFile(
      { projectId, toolkitSlug: META_TOOLKIT, toolSlug: "COMPOSIO_REMOTE_WORKBENCH" },
      { name, mimetype: mimetypeOf(name), body: file.createReadStream({ autoClose: false }) },
    );
  } finally {
    await file.close();
  }
}
