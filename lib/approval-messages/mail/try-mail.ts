/** Sends a mail to the person who tests the mail server. */
import type { z } from "zod";
import { brandingOf } from "@/lib/access/projects/branding";
import type { approvalMailApi } from "../contract";
import { findMailServer, recordMailResult } from "./set-mail-server";
import { MailError, sendMail } from "./send-mail";
import { toTestMail } from "./to-approval-mail";

type TestResult = z.input<typeof approvalMailApi.testApprovalMail.response>;

/** The failure is a part of the answer, in words without secrets. */
export async function tryMail(projectId: string, to: string): Promise<TestResult> {
  const startMs = performance.now();
  const toResult = (works: boolean, message: string): TestResult => ({
    works,
    message,
    duration_ms: Math.round(performance.now() - startMs),
  });
  const server = await findMailServer(projectId);
  if (!server) return toResult(false, "No mail server is set: enter one, and save it first.");
  try {
    const { name } = await brandingOf(projectId);
    await sendMail(projectId, server, name, toTestMail(to, name));
    await recordMailResult(projectId, null);
    return toResult(true, `A mail was sent to ${to}.`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await recordMailResult(projectId, error.message);
    return toResult(false, error.message);
  }
}
