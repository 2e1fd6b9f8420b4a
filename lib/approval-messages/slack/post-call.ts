/** Posts a call that waits to the project's Slack channel, with buttons. */
import type { ParkedCall } from "@/generated/prisma/client";
import { printOf } from "@/lib/approval-links/open-approval-link";
import { log, type Origin } from "@/lib/kernel/process/log";
import { approvalUrl } from "@/lib/sessions/approvals/announce-call";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { recordMessage, wasSent } from "../record-message";
import { callSlack, SlackError } from "./call-slack";
import { findSlackApp, recordSlackResult, type SlackApp } from "./set-slack-app";
import { toAskMessage } from "./to-ask-message";

async function post(call: ParkedCall, app: SlackApp): Promise<void> {
  const message = { channel: "slack", recipient: app.channel } as const;
  if (await wasSent(call, message)) return;
  const approval = toApproval(call, { identical: 0, mayDecide: true });
  const content = toAskMessage({
    ...{ title: approval.title, tool: call.toolSlug, user: call.userId, arguments: approval.arguments },
    account: approval.account?.id,
    url: approvalUrl(call.projectId, call.id),
    expiresAt: call.expiresAt,
    value: `${call.id}:${printOf(call)}`,
  });
  await callSlack(call.projectId, app, "chat.postMessage", { channel: app.channel, ...content });
  await recordMessage(call, message);
}

/** @throws SlackError for a failure that can pass */
export async function postCall(call: ParkedCall, on: Origin): Promise<void> {
  const { projectId } = call;
  const app = await findSlackApp(projectId);
  if (!app) return;
  try {
    await post(call, app);
    await recordSlackResult(projectId, null);
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    await recordSlackResult(projectId, error.message);
    log.warn(on, "a waiting call was not posted to Slack", { projectId, why: error.message });
    if (!error.lasting) throw error;
  }
}
