/** Decides about a call by a button in Slack: as the member with the same email, who must be one of its approvers. */
import { z } from "zod";
import type { ParkedCall } from "@/generated/prisma/client";
import { findApprovers, type ProjectMember } from "@/lib/access/people/find-approvers";
import { printOf } from "@/lib/approval-links/open-approval-link";
import { memberRecorder, recordRefusedDecision } from "@/lib/approval-links/member-recorder";
import { ApiError } from "@/lib/kernel/errors";
import type { Job, JobKind } from "@/lib/kernel/jobs/classes";
import { log } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import { findCall, requireCall, stateOf } from "@/lib/sessions/approvals/parked-calls";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { approvalSlackApi } from "../slack.contract";
import { callSlack, SlackError } from "./call-slack";
import type { SlackAction } from "./read-action";
import { findSlackApp, type SlackApp } from "./set-slack-app";
import { toDecidedMessage } from "./to-ask-message";

/** Slack waits three seconds for an answer, so that the decision is a job. */
export const ANSWER_SLACK: JobKind = { name: "approvals.answer-slack", work: "deliveries", pauses: [2, 10, 60] };

const Payload = z.object({
  ...{ projectId: z.string(), callId: z.string(), print: z.string(), decision: z.enum(["once", "deny"]) },
  ...{ slackUser: z.string(), channel: z.string(), ts: z.string(), requestId: z.string() },
});

const Team = z.object({ team_id: z.string() });
const SlackUser = z.object({
  user: z.object({
    team_id: z.string(),
    deleted: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_stranger: z.boolean().optional(),
    is_restricted: z.boolean().optional(),
    is_ultra_restricted: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({ email: z.string().optional() }),
  }),
});

type Presser = ProjectMember & { slackTeam: string };

/**
 * Emails of guests from other workspaces are set by their admins, so that only people of the bot's own count. Guests of
 * its own, of one channel or several, do not count either.
 */
async function findMember(projectId: string, app: SlackApp, slackUser: string): Promise<Presser | undefined> {
  const team = Team.safeParse(await callSlack(projectId, app, "auth.test", {}));
  const reply = SlackUser.safeParse(await callSlack(projectId, app, "users.info", { user: slackUser }));
  if (!team.success || !reply.success) return undefined;
  const { user } = reply.data;
  const isOwn = user.team_id === team.data.team_id && !user.deleted && !user.is_bot && !user.is_stranger;
  const isGuest = user.is_restricted || user.is_ultra_restricted;
  const email = user.profile.email?.toLowerCase();
  if (!isOwn || isGuest || email === undefined || user.is_email_confirmed === false) return undefined;
  const member = (await findApprovers(projectId)).find((other) => other.email.toLowerCase() === email);
  return member && { ...member, slackTeam: user.team_id };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ...{ approved: "Allowed", completed: "Allowed", failed: "Allowed", unknown: "Allowed" },
  ...{ denied: "Denied", expired: "Expired" },
};

function outcomeOf(call: ParkedCall): string {
  const outcome = OUTCOMES[stateOf(call, now())] ?? "Waiting";
  return call.decidedName === null ? outcome : `${outcome} by ${call.decidedName}`;
}

type Place = Pick<SlackAction, "channel" | "ts" | "slackUser">;

async function showOutcome(app: SlackApp, call: ParkedCall, { channel, ts }: Place): Promise<void> {
  const { title } = toApproval(call, { identical: 0, mayDecide: true });
  await callSlack(call.projectId, app, "chat.update", { channel, ts, ...toDecidedMessage(title, outcomeOf(call)) });
}

/** Only the person who pressed the button sees it. */
async function say(projectId: string, app: SlackApp, { channel, slackUser: user }: Place, text: string): Promise<void> {
  await callSlack(projectId, app, "chat.postEphemeral", { channel, user, text });
}

const pressOf = (requestId: string) => ({
  ...{ operation: approvalSlackApi.receiveSlackAction.id, requestId, address: undefined, via: "slack" },
});

/** Records the press of a person who cannot decide, also if Slack does not take the note about it. */
async function refuse(
  app: SlackApp,
  { projectId, id }: ParkedCall,
  { action, requestId, member }: { action: SlackAction; requestId: string; member: Presser | undefined },
): Promise<void> {
  const why = member ? "you are none of this call's approvers." : "no approver has your Slack email.";
  await recordRefusedDecision(projectId, member ?? null, {
    ...pressOf(requestId),
    ...{ action: "approval.decide", target: id },
    facts: { ...(member && { slack_team: member.slackTeam }), slack_user: action.slackUser },
  });
  await say(projectId, app, action, `Nothing was decided: ${why}`);
}

async function decide(call: ParkedCall, member: Presser, { decision, slackUser }: SlackAction, requestId: string) {
  const { projectId, id } = call;
  const party = { kind: "member", id: member.id, role: member.role } as const;
  const facts = { slack_team: member.slackTeam, slack_user: slackUser };
  const record = await memberRecorder(projectId, member, { ...pressOf(requestId), facts });
  await decideCall(projectId, id, { decision }, { id: member.id, name: member.email, party, record });
}

async function answer(app: SlackApp, projectId: string, action: SlackAction, requestId: string): Promise<void> {
  const call = await findCall(projectId, action.callId);
  if (!call || printOf(call) !== action.print)
    return say(projectId, app, action, "This call has changed. Nothing was decided.");
  if (stateOf(call, now()) !== "waiting") return showOutcome(app, call, action);
  const member = await findMember(projectId, app, action.slackUser);
  if (!member) return refuse(app, call, { action, requestId, member });
  try {
    await decide(call, member, action, requestId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.kind === "Forbidden") return refuse(app, call, { action, requestId, member });
    if (error.kind !== "Conflict") throw error;
  }
  await showOutcome(app, await requireCall(projectId, call.id), action);
}

/** The job of a pressed button. A repeated job finds the call decided. */
export const answerAction: Job = async (payload, on) => {
  const { projectId, requestId, ...action } = Payload.parse(payload);
  const app = await findSlackApp(projectId);
  if (!app) return;
  try {
    await answer(app, projectId, action, requestId);
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    log.warn(on, "a button in Slack could not be answered", { projectId, why: error.message });
    if (!error.lasting) throw error;
  }
};
