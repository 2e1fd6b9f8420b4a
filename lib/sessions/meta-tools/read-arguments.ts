/** Reads the arguments of a meta tool in the form that the code needs, after the check against the published schema. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { issueSentences, sayIssue } from "@/lib/kernel/text/issue-sentences";

const MOST_PROBLEMS = 20;

/** @throws ApiError Unprocessable with the path of each wrong value */
export function readArguments<T extends z.ZodType>(schema: T, args: Record<string, unknown>): z.output<T> {
  const read = schema.safeParse(args, { error: sayIssue });
  if (read.success) return read.data;
  const errors = issueSentences(read.error, "The arguments", MOST_PROBLEMS);
  throw new ApiError("Unprocessable", `Invalid arguments. ${errors[0] ?? ""}`.trim(), {
    errors,
    suggestedFix: "Correct the arguments named in errors; the tool's input schema describes them.",
  });
}
