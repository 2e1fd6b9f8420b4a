/** Answers that are too large for an agent to read: the whole goes to a file, and a beginning of each stays. */
import { cutText } from "@/lib/kernel/text/storable";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import type { Session } from "../session";
import { MOUNT, writeSessionFile } from "@/lib/workbench/session-files";
import { describeWorkbench } from "@/lib/workbench/workbench-state";
import { MOST_SHOWN, storeAnswer, toInfo } from "./store-answer";
import type { ItemResult } from "../meta-tools/multi/run-item";

/** Where code in the workbench looks for answers; `response.json` is the newest. */
const OUTPUT = ".composio/output";

/** Characters of JSON, of all answers together. */
const THRESHOLD = 40_000;
/** Shorter answers stay whole, however many there are. */
const LEAST_SHARE = 300;

export type ShortenedResults = {
  results: ItemResult[];
  remote_file_info: Record<string, unknown> | null;
  /** A note for the agent about the file, or the reason why it is missing. */
  note: string | null;
};

const hasWorkbench = async ({ config }: Session): Promise<boolean> =>
  config.workbench.enable && (await describeWorkbench()).status === "available";

/**
 * Stores JSON in the session's workbench and returns its path there; null without a workbench. Each call has its own
 * name.
 */
async function storeInWorkbench(session: Session, key: string, json: string): Promise<string | null> {
  if (!(await hasWorkbench(session))) return null;
  const { projectId, id } = session;
  const body = Buffer.from(json.toWellFormed());
  const name = `answers_${key.split("/").at(-1)}.json`;
  try {
    for (const path of [`${OUTPUT}/${name}`, `${OUTPUT}/response.json`])
      await writeSessionFile(projectId, id, path, { size: body.length, body: [body] });
  } catch (error) {
    // The quota is used up, or a folder is in the way: the address remains.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
  return `${MOUNT}/${OUTPUT}/${name}`;
}

/** The beginning of a response that is larger than its share. */
function shorten(result: ItemResult, share: number): ItemResult {
  const { response, index } = result;
  if (!response) return result;
  const text = JSON.stringify(response.data);
  if (text.length <= share) return result;
  const data = {
    preview: cutText(text, Math.min(share, MOST_SHOWN)),
    message:
      `These are the first characters of ${text.length}. ` +
      `The whole is in the file that remote_file_info names, at results[${index}].response.data.`,
  };
  return { ...result, response: { ...response, data } };
}

/** The answer of an execution is never lost: if the file cannot be stored, the answers stay inline. */
async function orInline<T>(on: Origin, keep: () => Promise<T>, inline: (why: string) => T): Promise<T> {
  try {
    return await keep();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500)
      log.error(on, "large answers could not be stored", { error });
    return inline(error instanceof ApiError ? ` ${error.message}` : "");
  }
}

const thresholdOf = ({ config }: Session): number => config.workbench.auto_offload_threshold ?? THRESHOLD;

/**
 * Stores the answers where they are too large together or the caller wants a file. Where they are too large, each that
 * takes more than its share is shortened.
 * @param options.whole the caller takes large answers as they are
 */
export async function keepWhole(
  session: Session,
  results: ItemResult[],
  { asFile, whole, on }: { asFile: boolean; whole: boolean; on: Origin },
): Promise<ShortenedResults> {
  const threshold = thresholdOf(session);
  const json = JSON.stringify({ results });
  const isLarge = !whole && json.length > threshold;
  const inline = (note: string | null): ShortenedResults => ({ results, remote_file_info: null, note });
  if (!isLarge && !asFile) return inline(null);
  const keep = async (): Promise<ShortenedResults> => {
    const file = await storeAnswer(session.projectId, json);
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
  };
  return orInline(on, keep, (why) => inline(`The answers could not be stored as a file.${why}`));
}

/** A tool's response. If it is large: its beginning, and the whole in a file of the workbench. */
export async function keepLarge(
  session: Session,
  data: Record<string, unknown>,
  on: Origin,
): Promise<Record<string, unknown>> {
  const json = JSON.stringify(data);
  // Without a workbench, the reader of the response could not read the file.
  if (json.length <= thresholdOf(session) || !(await hasWorkbench(session))) return data;
  const keep = async () => {
    const file = await storeAnswer(session.projectId, json);
    const mounted = await storeInWorkbench(session, file.key, json);
    if (!mounted) return data;
    return {
      preview: cutText(json, MOST_SHOWN),
      message:
        `These are the first characters of ${json.length}. ` +
        `The whole is in ${mounted} of the workbench; remote_file_info.url gives the same for an hour.`,
      remote_file_info: toInfo(file, mounted),
    };
  };
  return orInline(on, keep, () => data);
}
