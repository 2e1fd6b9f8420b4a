/**
 * Links that let one person decide about one call, with the arguments that it had when the link was created. A link is
 * stored as a hash and works once.
 */
import type { ParkedCall } from "@/generated/prisma/client";
import { findApprovers, type ProjectMember } from "@/lib/access/people/find-approvers";
import { db } from "@/lib/kernel/database/db";
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { findCall, openCall, requireCall, stateOf } from "@/lib/sessions/approvals/parked-calls";
import { mayDecide, type Party } from "@/lib/sessions/rules/may-decide";
import { readApprovers } from "@/lib/sessions/rules/read-policy";
import { fingerprintOf } from "@/lib/sessions/approvals/request-state";

const LINK = "apt_";
const MAX_LENGTH = 100;
/** Of one call. */
const MAX_LINKS = 20;

/** SHA-256 of everything that the call does. */
export function printOf(row: ParkedCall): string {
  const { arguments: args, version } = openCall(row);
  return fingerprintOf([row.projectId, row.id, row.toolSlug, version, row.accountId, row.userId, args]);
}

/**
 * Creates a link. Only the response contains its URL.
 * @throws ApiError NotFound; Forbidden if the app is no approver; Conflict for a call that no longer waits, or has the
 *   maximum of links
 */
export async function createApprovalLink(
  projectId: string,
  callId: string,
  { approver, createdBy }: { approver: string; createdBy: string },
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const row = await requireCall(projectId, callId);
  if (stateOf(row, now()) !== "waiting")
    throw new ApiError("Conflict", `This call is ${stateOf(row, now())} already.`, {
      suggestedFix: "Read the call again; nothing is left to decide.",
    });
  if (!mayDecide(readApprovers(row.approvers), { kind: "app" }))
    throw new ApiError("Forbidden", "The project lets only certain people decide about this call, and no links.", {
      suggestedFix: "Let one of its approvers decide, or add your app to the approvers of the project.",
    });
  if ((await db.approvalLink.count({ where: { projectId, callId, memberId: null } })) >= MAX_LINKS)
    throw new ApiError("Conflict", `This call has ${MAX_LINKS} links, which is the maximum.`, {
      suggestedFix: "Use one of the links that exist.",
    });
  const { id, url } = await storeLink(row, { approver, createdBy });
  return { id, url, expiresAt: row.expiresAt };
}

type NewLink = { approver: string; createdBy: string; memberId?: string };

async function storeLink(row: ParkedCall, link: NewLink): Promise<{ id: string; url: string }> {
  const token = newToken(LINK);
  const { projectId, id: callId, expiresAt } = row;
  const data = { id: newId("approvalLink"), projectId, callId, ...link, expiresAt };
  await db.approvalLink.create({ data: { ...data, hash: hashToken(token), print: printOf(row) } });
  return { id: data.id, url: `${env().publicUrl}/approve/${token}` };
}

/** Creates the link of a member, who decides by it as in the dashboard. Only its message contains the URL. */
export const createMemberLink = async (row: ParkedCall, { id, email }: ProjectMember): Promise<string> =>
  (await storeLink(row, { approver: email, createdBy: "server", memberId: id })).url;

export type ReadyLink = {
  state: "ready";
  id: string;
  projectId: string;
  approver: string;
  /** Undefined for a link that the app created. */
  member?: ProjectMember | undefined;
  call: ParkedCall;
};
export type OpenedLink =
  | ReadyLink
  | { state: "expired" | "replay" | "decided" | "changed"; projectId: string }
  | { state: "unknown" };

/** The member as they are now; undefined for one who left, or whose role no longer includes decisions. */
const findMember = async (projectId: string, memberId: string): Promise<ProjectMember | undefined> =>
  (await findApprovers(projectId)).find(({ id }) => id === memberId);

/** The side for which a link decides. */
export const toParty = (member: ProjectMember | undefined): Party =>
  member ? { kind: "member", id: member.id, role: member.role } : { kind: "app" };

/** The call of a link; the link stays as it is, because programs look at links in messages, too. */
export async function openApprovalLink(token: string): Promise<OpenedLink> {
  if (token.length > MAX_LENGTH) return { state: "unknown" };
  const link = await db.approvalLink.findFirst({ where: { hash: hashToken(token) } });
  if (!link) return { state: "unknown" };
  const { id, projectId, approver } = link;
  if (link.usedAt) return { state: "replay", projectId };
  const call = await findCall(projectId, link.callId);
  const state = call && stateOf(call, now());
  if (!call || state === "expired" || link.expiresAt <= now()) return { state: "expired", projectId };
  if (state !== "waiting") return { state: "decided", projectId };
  if (printOf(call) !== link.print) return { state: "changed", projectId };
  const member = link.memberId === null ? undefined : await findMember(projectId, link.memberId);
  if (!member && link.memberId !== null) return { state: "unknown" };
  if (!mayDecide(readApprovers(call.approvers), toParty(member))) return { state: "unknown" };
  return { state: "ready", id, projectId, approver, member, call };
}

const USE = statement({
  name: "approval-links.use",
  text: "UPDATE approval_link SET used_at = now() WHERE project_id = $1 AND id = $2 AND used_at IS NULL",
});

/** Marks the link whose decision counts. */
export async function useUpApprovalLink({ projectId, id }: ReadyLink): Promise<void> {
  await rowsOf(USE, [projectId, id]);
}

const PAST = batchDelete("approval_link", "expires_at <= $1");

/** Deletes links a day after they stopped working, so that their pages can explain why. */
export async function pruneApprovalLinks(): Promise<void> {
  await deleteInBatches(PAST, [inSeconds(-86_400)]);
}
