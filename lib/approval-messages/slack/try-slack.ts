/** Sends a message to the Slack channel for the person who tests it. */
import type { z } from "zod";
import { brandingOf } from "@/lib/access/projects/branding";
import type { approvalSlackApi } from "../slack.contract";
import { callSlack, SlackError } from "./call-slack";
import { findSlackApp, recordSlackResult } from "./set-slack-app";
import { toTestMessage } from "./to-ask-message";

type TestResult = z.input<typeof approvalSlackApi.testApprovalSlack.response>;

/** The failure is a part of the answer, in words without secrets. */
export async function trySlack(projectId: string): Promise<TestResult> {
  const startMs = performance.now();
  const toResult = (works: boolean, message: string): TestResult => ({
    works,
    message,
    duration_ms: Math.round(performance.now() - startMs),
  });
  const app = await findSlackApp(projectId);
  if (!app) return toResult(false, "No Slack channel is set: enter one, and save it first.");
  try {
    const { name } = await brandingOf(projectId);
    await callSlack(projectId, app, "chat.postMessage", { channel: app.channel, ...toTestMessage(name) });
    await recordSlackResult(projectId, null);
    return toResult(true, "A message was sent to the channel.");
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    await recordSlackResult(projectId, error.message);
    return toResult(false, error.message);
  }
}
