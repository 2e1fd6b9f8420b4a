/** A refusal as one text, for responses whose errors are texts. Pure. */
import { cutText } from "@/lib/kernel/text/storable";
import type { ApiError } from "@/lib/kernel/errors";

const MOST_PROBLEMS = 10;
const MOST_CHARACTERS = 4000;

/** The message, each problem that the message does not contain, and the suggested fix. */
export function errorText({ message, details: { errors = [], suggestedFix } }: ApiError): string {
  const more = errors.filter((problem) => !message.includes(problem)).slice(0, MOST_PROBLEMS);
  return cutText([message, ...more, suggestedFix].filter(Boolean).join(" "), MOST_CHARACTERS);
}
