/** Stores a cell's pictures as files for the agent, because their bytes would fill the agent's context. */
import { ApiError } from "@/lib/kernel/errors";
import type { RunAnswer } from "@/lib/workbench/run-answer";
import { MOUNT, writeSessionFile } from "@/lib/workbench/session-files";

const ENDINGS: Readonly<Record<string, string>> = { "image/png": "png", "image/jpeg": "jpg" };

/** Stores the pictures in the session's files and returns their paths. Pictures beyond the quota are left out. */
export async function keepPictures(
  { projectId, id }: { projectId: string; id: string },
  { displays, result }: RunAnswer,
): Promise<string[]> {
  const paths: string[] = [];
  const forms = [...displays, ...(result ? [result.display] : [])].flatMap(({ data }) => Object.entries(data));
  for (const [mime, text] of forms) {
    const ending = ENDINGS[mime];
    if (!ending) continue;
    const body = Buffer.from(text, "base64");
    const path = `.composio/output/picture_${Date.now().toString(36)}_${paths.length + 1}.${ending}`;
    try {
      await writeSessionFile(projectId, id, path, { size: body.length, body: [body] });
      paths.push(`${MOUNT}/${path}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return paths;
}
