/** Takes the buttons that people press in Slack. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { now } from "@/lib/kernel/time/clock";
import { ANSWER_SLACK } from "./answer-action";
import { readAction } from "./read-action";
import { findSlackApp } from "./set-slack-app";
import { isFromSlack, type SignedRequest } from "./is-from-slack";

type Answer = { status: number; text: string; json: boolean; headers: Record<string, string> };
const ACCEPTED: Answer = { status: 200, text: "", json: false, headers: {} };

const unsigned = () =>
  new ApiError("Unauthorized", "This request does not have Slack's signature.", {
    suggestedFix: "Check the signing secret of the Slack app, and the clock of this server.",
  });

/** @throws ApiError Unauthorized for a request that is not from Slack, or for a project without Slack */
export async function receiveAction(
  projectId: string,
  request: SignedRequest & { text: string; on: { requestId: string } },
): Promise<Answer> {
  const app = await findSlackApp(projectId);
  if (!app || !isFromSlack(request, app.signingSecret, now().getTime())) throw unsigned();
  const action = readAction(request.text);
  if (action) await enqueue(db, ANSWER_SLACK, { projectId, ...action, requestId: request.on.requestId });
  return ACCEPTED;
}
