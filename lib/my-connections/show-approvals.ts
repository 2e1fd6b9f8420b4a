/** The calls of agents about which a user decides: the list, one call in full, and the decision. */
import type { ParkedCall } from "@/generated/prisma/client";
import { readDecision } from "@/lib/approval-links/to-call-parts";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { approvingTexts, fillNotice } from "@/lib/hosted-pages/texts";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import { countEqual } from "@/lib/sessions/approvals/find-covered";
import { listCallsOfUser } from "@/lib/sessions/approvals/list-calls";
import { findCall, stateOf } from "@/lib/sessions/approvals/parked-calls";
import { mayDecide } from "@/lib/sessions/rules/may-decide";
import { readApprovers } from "@/lib/sessions/rules/read-policy";
import { signOut } from "@/lib/sign-in-links/links";
import { APPROVALS_PATH, type ApprovalsPage, backToApprovals, toApprovalsPage, toCallPage } from "./approvals-page";
import { chosenOf, enter, type Entered, type Visit } from "./enter";
import { type Answer, decisionRecorder, type Form } from "./record-around";

const ID = /^apr_[A-Za-z0-9_-]{1,90}$/;

const pageOf = ({ branding, userId, until }: Entered, visit: Visit): ApprovalsPage => ({
  language: visit.language,
  query: chosenOf(visit),
  branding,
  userId,
  until,
  present: now(),
});

/** `GET /my/approvals` */
export async function showApprovals(visit: Visit): Promise<Answer> {
  const entered = await enter(visit, "looks", "approvals");
  if ("page" in entered) return entered;
  const calls = await listCallsOfUser(entered.projectId, entered.userId);
  return { page: toApprovalsPage(calls, pageOf(entered, visit)) };
}

/** `POST /my/approvals`: signs out. @returns whether the cookie stands for nobody any more */
export async function leaveApprovals(visit: Visit, form: Form): Promise<{ answer: Answer; left: boolean }> {
  const entered = await enter(visit, "acts", "approvals");
  if ("page" in entered) return { answer: entered, left: false };
  if (form.action !== "sign_out") return { answer: { redirectTo: APPROVALS_PATH + chosenOf(visit) }, left: false };
  const { projectId, branding } = entered;
  await signOut(projectId, visit.cookie ?? "");
  const words = fillNotice(approvingTexts(visit.language).signedOut, { app: branding.name });
  return { answer: { page: noticePage(200, visit.language, words, { branding, languages: {} }) }, left: true };
}

/** The same for another user's call, one about which others decide, one that is over, and one that never was. */
function toGonePage({ branding }: Entered, visit: Visit): Answer {
  const { language } = visit;
  const go = backToApprovals({ language, query: chosenOf(visit) });
  return { page: noticePage(404, language, approvingTexts(language).notFound, { branding, go, languages: {} }) };
}

/** The user's own call that waits for the user; null for every other call. */
async function findOwn({ projectId, userId }: Entered, id: string): Promise<ParkedCall | null> {
  const call = ID.test(id) ? await findCall(projectId, id) : null;
  if (call?.userId !== userId || stateOf(call, now()) !== "waiting") return null;
  return mayDecide(readApprovers(call.approvers), { kind: "user" }) ? call : null;
}

/** `GET /my/approvals/{id}`: shows the call in full; nothing is decided. */
export async function showOwnApproval(visit: Visit, id: string): Promise<Answer> {
  const entered = await enter(visit, "looks", "approvals");
  if ("page" in entered) return entered;
  const call = await findOwn(entered, id);
  if (!call) return toGonePage(entered, visit);
  return { page: toCallPage({ call, identical: await countEqual(call) }, pageOf(entered, visit)) };
}

/** `POST /my/approvals/{id}`: allows or denies it. */
export async function decideOwnApproval(visit: Visit, id: string, form: Form): Promise<Answer> {
  const entered = await enter(visit, "acts", "approvals");
  if ("page" in entered) return entered;
  const { projectId, userId, branding } = entered;
  const { language } = visit;
  const decision = readDecision(form.decision);
  const call = await findOwn(entered, id);
  if (!call) return toGonePage(entered, visit);
  if (!decision) return { page: toCallPage({ call, identical: await countEqual(call) }, pageOf(entered, visit)) };
  const record = await decisionRecorder(entered, visit, "myApprovals.decide");
  try {
    const party = { kind: "user" } as const;
    await decideCall(projectId, id, decision, { id: userId, name: userId, party, record });
  } catch (error) {
    // Somebody else was faster, or the time has passed.
    if (error instanceof ApiError && error.kind === "Conflict") return toGonePage(entered, visit);
    throw error;
  }
  const { allowed, denied } = approvingTexts(language);
  const go = backToApprovals({ language, query: chosenOf(visit) });
  const words = decision.decision === "deny" ? denied : allowed;
  return { page: noticePage(200, language, words, { branding, go, languages: {} }) };
}
