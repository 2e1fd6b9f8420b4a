/** The approvers of a call, in words. Pure. */
import { countOf } from "@/lib/contract/count-of";
import type { ApproverRole } from "@/lib/contract/approvals/approver-roles";
import type { Approvers } from "@/lib/contract/approvals/approvers";

export const ROLE_LABELS: Record<ApproverRole, string> = {
  owner: "Owners",
  admin: "Owners and admins",
  developer: "Owners, admins and developers",
};

/** "Owners and admins, 2 members, the user"; the usual people without a setting. */
export function toApproversText(approvers: Approvers | null): string {
  if (!approvers) return "Owners, admins and developers, and your app";
  const { role, members, user, app } = approvers;
  const parts = [
    role && ROLE_LABELS[role],
    members.length > 0 && countOf(members.length, "named member"),
    user && "the user",
    app && "your app",
  ].filter((part) => typeof part === "string");
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
