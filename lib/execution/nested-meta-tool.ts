import { ApiError } from "@/lib/kernel/errors";

/** The refusal of a meta tool that another call wants to run. */
export const nestedMetaTool = (slug: string): ApiError =>
  new ApiError("Unprocessable", `${slug} is a meta tool, which no other tool can run.`, {
    suggestedFix: "Call the meta tool itself; give other tools of apps alone.",
  });
