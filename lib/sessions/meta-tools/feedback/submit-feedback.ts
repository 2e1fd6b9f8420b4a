/** COMPOSIO_SUBMIT_FEEDBACK: an agent reports a tool whose result was empty, incorrect or a failure. */
import { z } from "zod";
import { findTool } from "@/lib/catalog/read/find-tool";
import { OUTCOMES } from "@/lib/find/wrong-results/contract";
import { markWrongResult } from "@/lib/find/wrong-results/wrong-results";
import type { MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";

const slug = z.string().trim().toUpperCase().min(1, "must name a tool").max(200);

const Feedback = z.object({
  tool_slug: slug,
  outcome: z.enum(OUTCOMES).default("other"),
  feedback: z.string().trim().min(1, "must say what was wrong").max(2000),
  expected_tool_slug: slug.nullish(),
});

/** Keeps the report in the project's list of reported results. A tool that does not exist is worth a report, too. */
export const submitFeedback: MetaTool = async (args, { session: { projectId } }) => {
  const { tool_slug: named, outcome, feedback, expected_tool_slug: expected } = readArguments(Feedback, args);
  const slugs = [(await findTool(projectId, named))?.slug ?? named];
  const { id } = await markWrongResult(projectId, {
    ...{ request: feedback, shown: slugs, outcome },
    ...(expected && { expected }),
  });
  const message = "The report is kept for the people of this project. Go on with the job.";
  return { data: { feedback_id: id, message }, error: null, successful: true };
};
