/** Finds the limit of requests that a body exceeds. */
import { ApiError } from "@/lib/kernel/errors";
import { REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { scanJson, type Excess } from "@/lib/kernel/json/scan-json";

const { depth, values, names } = REQUEST_BOUNDS;

/** PayloadTooLarge for too many values or names, Unprocessable for too many levels. */
export const jsonTooLarge = (excess: Excess): ApiError =>
  excess === "depth"
    ? new ApiError("Unprocessable", `The body nests deeper than ${depth} levels.`, {
        suggestedFix: "Send flatter JSON.",
      })
    : new ApiError(
        "PayloadTooLarge",
        excess === "values"
          ? `The body holds more than ${values.toLocaleString("en")} values.`
          : `The objects of the body hold more than ${names.toLocaleString("en")} names.`,
        { suggestedFix: "Send it in parts, or upload large content as a file and pass its key." },
      );

/**
 * Counts values, names and levels of what is parsed later. Invalid JSON is left to the parser.
 * @throws ApiError as `jsonTooLarge`
 */
export function assertJsonSize(text: string): void {
  const { excess } = scanJson(text, REQUEST_BOUNDS);
  if (excess) throw jsonTooLarge(excess);
}
