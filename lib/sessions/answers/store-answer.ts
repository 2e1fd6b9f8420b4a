/** Files that answers of several calls become. */
import { createAnswerFile, type AnswerFile } from "@/lib/files/stored-files";
import { META_TOOLKIT } from "../settings/meta-tool-switches";

/** Characters that an answer shows of what is in a file. */
export const MOST_SHOWN = 1000;

/** How an answer refers to the file: where code in the workbench has it, and an address for everybody else. */
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
