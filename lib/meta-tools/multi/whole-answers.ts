/** Answers that are too large for an agent to read: the whole goes to a file, and a beginning of each stays. */
import { createAnswerFile, type AnswerFile } from "@/lib/files/stored-files";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { META_TOOLKIT } from "@/lib/tool-router/rules/meta-tools";
import type { Session } from "@/lib/tool-router/sessions/session";
import { MOUNT, writeSessionFile } from "@/lib/workbench/session-files";
import { describeWorkbench } from "@/lib/workbench/state";
import type { ItemResult } from "./run-item";

/** Where code in the workbench looks for answers; `response.json` is the newest. */
const OUTPUT = ".composio/output";

/** Characters of JSON, of all answers together. */
const THRESHOLD = 40_000;
/** Shorter answers stay whole, however many there are. */
const LEAST_SHARE = 300;
const MOST_SHOWN = 1000;

export type Kept = {
  results: ItemResult[];
  remote_file_info: Record<string, unknown> | null;
  /** What the agent should know of the file, or why there is none. */
  note: string | null;
};

/** Where code in the session's workbench finds it; null where there is none. Each call has a name of its own. */
async function storeInWorkbench({ projectId, id, config }: Session, key: string, json: string): Promise<string | null> {
  if (!config.workbench.enable || (await describeWorkbench()).status !== "available") return null;
  const body = Buffer.from(json.toWellFormed());
  const name = `answers_${key.split("/").at(-1)}.json`;
  try {
    for (const path of [`${OUTPUT}/${name}`, `${OUTPUT}/response.json`])
      await writeSessionFile(projectId, id, path, { size: body.length, body: [body] });
  } catch (error) {
    // There is no room for it, or something is in its way: the address remains.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
  return `${MOUNT}/${OUTPUT}/${name}`;
}

const toInfo = ({ key, url, name, mimetype, size, expiresAt }: AnswerFile, mounted: string | null) => ({
  file_path: mounted ?? key,
  s3key: key,
  url,
  name,
  mimetype,
  size,
  expires_at: expiresAt.toISOString(),
});

const store = (projectId: string, json: string): Promise<AnswerFile> =>
  createAnswerFile(
    { projectId, toolkitSlug: META_TOOLKIT, toolSlug: "COMPOSIO_MULTI_EXECUTE_TOOL" },
    { name: "results.json", mimetype: "application/json", body: [Buffer.from(json.toWellFormed())] },
  );

/** The beginning of an answer that is larger than its share. */
function shorten(result: ItemResult, share: number): ItemResult {
  const { response, index } = result;
  if (!response) return result;
  const text = JSON.stringify(response.data);
  if (text.length <= share) return result;
  const data = {
    preview: text.slice(0, Math.min(share, MOST_SHOWN)).toWellFormed(),
    message: `These are the first characters of ${text.length}. The whole is in the file that remote_file_info names, at results[${index}].response.data.`,
  };
  return { ...result, response: { ...response, data } };
}

/** What was executed is never lost: where no file can be made, the answers stay as they are. */
async function orInline(results: ItemResult[], on: Origin, keep: () => Promise<Kept>): Promise<Kept> {
  try {
    return await keep();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500)
      log.error(on, "the answers of several calls could not be stored", { error });
    const why = error instanceof ApiError ? ` ${error.message}` : "";
    return { results, remote_file_info: null, note: `The answers could not be stored as a file.${why}` };
  }
}

/**
 * Stores the answers where they are too large together or the caller wants a file. Where they are too large, each that
 * takes more than its share is shortened.
 */
export async function keepWhole(
  session: Session,
  results: ItemResult[],
  { wanted, on }: { wanted: boolean; on: Origin },
): Promise<Kept> {
  const { projectId, config } = session;
  const threshold = config.workbench.auto_offload_threshold ?? THRESHOLD;
  const json = JSON.stringify({ results });
  const isLarge = json.length > threshold;
  if (!isLarge && !wanted) return { results, remote_file_info: null, note: null };
  return orInline(results, on, async () => {
    const file = await store(projectId, json);
    const mounted = await storeInWorkbench(session, file.key, json);
    const info = toInfo(file, mounted);
    const share = Math.max(LEAST_SHARE, Math.floor(threshold / (2 * results.length)));
    return {
      results: isLarge ? results.map((result) => shorten(result, share)) : results,
      remote_file_info: info,
      note: mounted
        ? `The whole answers are in ${mounted} of the workbench; remote_file_info.url gives the same for an hour.`
        : "The whole answers are in a file: download it from remote_file_info.url within an hour.",
    };
  });
}
