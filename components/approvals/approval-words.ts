/** The labels of states, decisions and rules on the pages. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { approvalsApi } from "@/generated/addresses/sessions/approvals";

export type Approval = ResultOf<typeof approvalsApi.getApproval>;
export type ListedApproval = ResultOf<typeof approvalsApi.listApprovals>["items"][number];
export type Decision = NonNullable<ListedApproval["decision"]>;
export type ToolRule = ResultOf<typeof approvalsApi.setApprovalRule>["rule"];
export type Default = ResultOf<typeof approvalsApi.getApprovalPolicy>["default"];

export const approvalHref = (id: string): string => `/approvals/${encodeURIComponent(id)}`;

/** Whether the tool's hints warn of a loss. */
export const isDangerous = ({ tags }: Pick<ListedApproval, "tags">): boolean => tags.includes("destructiveHint");

export const DECIDED: Record<Decision, string> = {
  once: "Approved once",
  session: "Approved for the session",
  always: "Approved always",
  deny: "Denied",
};

export const RULES: Record<ToolRule, string> = {
  always_allow: "Always allow",
  ask_once: "Ask once per session",
  ask_always: "Ask every time",
  always_deny: "Always deny",
};

export const DEFAULTS: Record<Default, string> = {
  allow_all: "Allow",
  ask_once_per_session: "Ask once per session",
  ask_every_call: "Ask every time",
};

/** The remaining time: `9:59`, `1 h 5 min`; null if it is over. */
export function timeLeft(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (seconds <= 0) return null;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The decision and the person who made it; null until there is a decision. */
export function decidedText({
  decision,
  decided_by: by,
}: Pick<ListedApproval, "decision" | "decided_by">): string | null {
  if (decision === null) return null;
  return `${DECIDED[decision]} by ${by ? (by.name ?? by.id) : "someone"}`;
}
