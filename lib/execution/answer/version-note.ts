/** Adds to failures that another version of the tool ran than requested, which can be the cause. */
import { missingWords, type MissingVersion } from "@/lib/catalog/read/resolve-version";
import { ApiError } from "@/lib/kernel/errors";
import type { ToolOutcome } from "./tool-response";

export const withNote = (missing: MissingVersion | undefined, outcome: ToolOutcome): ToolOutcome =>
  missing && !outcome.successful
    ? { ...outcome, error: `${outcome.error ?? "The tool failed."} ${missingWords(missing)}` }
    : outcome;

/** @throws ApiError as the work does, with the same note */
export async function refusedWithNote<T>(missing: MissingVersion | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!missing || !(error instanceof ApiError)) throw error;
    throw new ApiError(error.kind, `${error.message} ${missingWords(missing)}`, error.details);
  }
}
