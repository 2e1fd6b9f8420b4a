/** The approvers of a waiting call: by a rule of the project, its policy, or else by the session. */
import type { ProjectCaller } from "@/lib/access/caller";
import { findStrangers } from "@/lib/access/people/find-approvers";
import { rolesWith } from "@/lib/access/roles";
import type { Role } from "@/lib/access/role";
import { APPROVER_ROLES, type ApproverRole } from "@/lib/contract/approvals/approver-roles";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { ApiError } from "@/lib/kernel/errors";
import type { Policy } from "./policy";

/** Somebody who decides: a member, the user of the call, or the app of the project. */
export type Party = { kind: "member"; id: string; role: Role } | { kind: "user" } | { kind: "app" };

/** The side that a caller decides for. */
export const partyOf = (by: ProjectCaller["by"]): Party =>
  by.kind === "session" || by.kind === "userKey" ? { kind: "member", id: by.userId, role: by.role } : { kind: "app" };

const isAtLeast = (role: Role, least: ApproverRole): boolean =>
  APPROVER_ROLES.slice(0, APPROVER_ROLES.indexOf(least) + 1).some((name) => name === role);

/** The people in the form of a parameter. */
export const toJsonb = (approvers: Approvers | null): string | null => approvers && JSON.stringify(approvers);

/** Without approvers, every member with the permission decides, and the app. */
export function mayDecide(approvers: Approvers | null, party: Party): boolean {
  if (party.kind === "user") return approvers?.user === true;
  if (party.kind === "app") return approvers === null || approvers.app;
  if (!rolesWith("sessions:write").includes(party.role)) return false;
  if (!approvers) return true;
  const { members, role } = approvers;
  return members.includes(party.id) || (role !== null && isAtLeast(party.role, role));
}

type Named = { slug: string; aliases: readonly string[]; toolkitSlug: string };
type SessionSettings = { config: { approvers?: Approvers | undefined } };

/**
 * The approvers of a tool's calls. A key makes sessions, and people make rules: those of a session count only if the
 * project has none.
 */
export function approversFor(tool: Named, { rules, approvers }: Policy, { config }: SessionSettings): Approvers | null {
  const subjects = [tool.slug, ...tool.aliases, tool.toolkitSlug];
  const ruled = subjects.flatMap((name) => rules.get(name)?.approvers ?? [])[0];
  return ruled ?? approvers ?? config.approvers ?? null;
}

/** @throws ApiError BadRequest for members who cannot decide in this project */
export async function assertMembers(projectId: string, approvers: Approvers): Promise<void> {
  const strangers = await findStrangers(projectId, approvers.members);
  if (strangers.length === 0) return;
  throw new ApiError("BadRequest", "Some of the approvers are no members who can decide.", {
    errors: strangers.map((id) => `approvers.members: ${id.slice(0, 100)} is no owner, admin or developer here`),
    suggestedFix: "Send IDs of GET /api/v3/internal/patchbay/members.",
  });
}
