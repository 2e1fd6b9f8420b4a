/** The roles whose members can be approvers; each includes the roles before it. */
export const APPROVER_ROLES = ["owner", "admin", "developer"] as const;
export type ApproverRole = (typeof APPROVER_ROLES)[number];
