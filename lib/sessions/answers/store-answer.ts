/** Stores the responses of several calls as files. */
import { createAnswerFile, type AnswerFile } from "@/lib/files/stored-files";
import { META_TOOLKIT } from "../settings/meta-tool-switches";

/** Characters of a file's content that the response contains. */
export const MOST_SHOWN = 1000;

/** A response's reference to the file: its path for code in the workbench, and an address for everybody else. */
export const toInfo = ({ key, url, name, mimetype, size, expiresAt }: AnswerFile, mounted: string | null) => ({
  file_path: mounted ?? key,
  s3key: key,
  url,
  name,
  mimetype,
  size,
  expires_at: expiresAt.toISOString(),
});

/** Stores JSON as a file of the project. @throws ApiError PayloadTooLarge where there is no room */
export const storeAnswer = (projectId: string, json: string): Promise<AnswerFile> =>
  createAnswerFile(
    { projectId, toolkitSlug: META_TOOLKIT, toolSlug: "COMPOSIO_MULTI_EXECUTE_TOOL" },
    { name: "results.json", mimetype: "application/json", body: [Buffer.from(json.toWellFormed())] },
  );
