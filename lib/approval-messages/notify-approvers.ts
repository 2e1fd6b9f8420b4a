/** Asks the members who may decide about a call that waits: each by one mail, and together in Slack. */
import { z } from "zod";
import type { ParkedCall } from "@/generated/prisma/client";
import { findApprovers, type ProjectMember } from "@/lib/access/people/find-approvers";
import { brandingOf } from "@/lib/access/projects/branding";
import { createMemberLink } from "@/lib/approval-links/open-approval-link";
import { ApiError } from "@/lib/kernel/errors";
import type { Job } from "@/lib/kernel/jobs/classes";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { findCall, stateOf } from "@/lib/sessions/approvals/parked-calls";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { mayDecide } from "@/lib/sessions/rules/may-decide";
import { readApprovers } from "@/lib/sessions/rules/read-policy";
import { findMailServer, recordMailResult, type MailServer } from "./mail/set-mail-server";
import { MailError, sendMail } from "./mail/send-mail";
import { toApprovalMail } from "./mail/to-approval-mail";
import { postCall } from "./slack/post-call";
import { recordMessage, wasSent } from "./record-message";

/** More people are not asked about one call. */
const MOST_PEOPLE = 20;
/** For all mails about a call; the next attempt sends the rest. */
const MAILS_MS = 60_000;

/** The members who may decide about a call, as far as they are asked. */
async function findPeople({ projectId, approvers }: ParkedCall): Promise<ProjectMember[]> {
  const people = readApprovers(approvers);
  const members = await findApprovers(projectId);
  return members.filter(({ id, role }) => mayDecide(people, { kind: "member", id, role })).slice(0, MOST_PEOPLE);
}

/** A link that could not be sent is known to nobody; the next attempt creates another one. */
async function mailTo(
  call: ParkedCall,
  { server, app, deadline }: { server: MailServer; app: string; deadline: AbortSignal },
  member: ProjectMember,
): Promise<void> {
  const message = { channel: "mail", recipient: member.id } as const;
  if (await wasSent(call, message)) return;
  const { title, tool_slug: tool, user_id: user } = toApproval(call, { identical: 0, mayDecide: true });
  const url = await createMemberLink(call, member);
  const mail = toApprovalMail(member.email, { title, tool, user, app, url, expiresAt: call.expiresAt });
  await sendMail(call.projectId, server, app, mail, deadline);
  await recordMessage(call, message);
}

type Audience = { app: string; people: readonly ProjectMember[] };

/** An address that the server refuses keeps nobody else from being asked; every other failure concerns all mails. */
async function sendMails(call: ParkedCall, { app, people }: Audience, on: Origin): Promise<void> {
  const { projectId } = call;
  const server = await findMailServer(projectId);
  if (!server) return;
  const deadline = AbortSignal.timeout(MAILS_MS);
  let failure: MailError | null = null;
  for (const member of people)
    try {
      await mailTo(call, { server, app, deadline }, member);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      // One that can pass decides about the next attempt.
      if (!failure || failure.lasting) failure = error;
      log.warn(on, "a mail about a waiting call was not sent", { projectId, why: error.message });
      if (!error.envelope) break;
    }
  await recordMailResult(projectId, failure?.message ?? null);
  if (failure && !failure.lasting) throw failure;
}

const Payload = z.object({ projectId: z.string(), callId: z.string() });

/** The project's name for people; null for a deleted project. */
async function findAppName(projectId: string): Promise<string | null> {
  try {
    return (await brandingOf(projectId)).name;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NotFound") return null;
    throw error;
  }
}

/** The job of a call that began to wait. Nobody is asked twice by an attempt that is repeated. */
export const notifyApprovers: Job = async (payload, on) => {
  const { projectId, callId } = Payload.parse(payload);
  const call = await findCall(projectId, callId);
  if (!call || stateOf(call, now()) !== "waiting") return;
  const app = await findAppName(projectId);
  if (app === null) return;
  const people = await findPeople(call);
  if (people.length === 0) return;
  const [mails, slack] = await Promise.allSettled([sendMails(call, { app, people }, on), postCall(call, on)]);
  // Each is sent once, whichever of them is tried again.
  for (const result of [mails, slack]) if (result.status === "rejected") throw result.reason;
};
