/** Limits the total size of several calls' responses: each response beyond the limit becomes a file when it arrives. */
import { cutText } from "@/lib/kernel/text/storable";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import type { Session } from "../session";
import { MOST_SHOWN, storeAnswer, toInfo } from "./store-answer";
import type { ItemOutcome } from "../meta-tools/multi/run-item";

/** Characters of JSON that all answers of a call can hold in memory. */
const MOST_TOGETHER = 8 * 1024 * 1024;

type Data = Record<string, unknown>;

const withData = (outcome: ItemOutcome, data: Data, error = outcome.result.error): ItemOutcome => {
  const { response } = outcome.result;
  return response ? { ...outcome, result: { ...outcome.result, response: { ...response, data }, error } } : outcome;
};

/** The call itself was executed: only its response is lost. */
function unkept(outcome: ItemOutcome, error: unknown, on: Origin): ItemOutcome {
  if (!(error instanceof ApiError) || error.status >= 500)
    log.error(on, "the answer of one of several calls could not be kept", { tool: outcome.result.tool_slug, error });
  const why = error instanceof ApiError ? ` ${error.message}` : "";
  const message =
    "The call was carried out, but its answer is too large to stand beside the others, " +
    `and it could not be stored as a file.${why} ` +
    "Do not repeat a call that changes something.";
  return withData(outcome, { message }, outcome.result.error ?? message);
}

/**
 * Returns a function that takes each outcome of a call as it comes. Outcomes beyond the total come back with a file in
 * place of their data. It never rejects: an answer that cannot be stored becomes an error of its call.
 */
export function boundAnswers({ projectId }: Session, on: Origin): (outcome: ItemOutcome) => Promise<ItemOutcome> {
  let together = 0;
  return async (outcome) => {
    const { response } = outcome.result;
    if (!response) return outcome;
    try {
      const json = JSON.stringify(response.data);
      if (together + json.length <= MOST_TOGETHER) {
        together += json.length;
        return outcome;
      }
      return withData(outcome, {
        preview: cutText(json, MOST_SHOWN),
        message: `These are the first characters of ${json.length}. The whole is in the file that remote_file_info names.`,
        remote_file_info: toInfo(await storeAnswer(projectId, json), null),
      });
    } catch (error) {
      return unkept(outcome, error, on);
    }
  };
}
