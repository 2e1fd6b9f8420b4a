/** A user's own pages: what the project's app and programs may use, how to end it, and calls that wait for the user. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const page = {
  tag: "Users",
  auth: "link",
  permission: "link",
  audit: "none",
  own: true,
  response: z.unknown(),
} as const;
const list = { path: "/my/connections", ...page } as const;
const accountOperation = {
  path: "/my/connections/{account_id}",
  ...page,
  params: z.object({ account_id: z.string().max(100) }),
} as const;

const program = {
  path: "/my/programs/{grant_id}",
  ...page,
  params: z.object({ grant_id: z.string().max(100) }),
} as const;

const approvals = { path: "/my/approvals", ...page } as const;
const approval = {
  path: "/my/approvals/{approval_id}",
  ...page,
  tag: "Approvals",
  params: z.object({ approval_id: z.string().max(100) }),
} as const;

export const myApprovalsApi = {
  showApprovals: operation({
    id: "myApprovals.list",
    method: "GET",
    ...approvals,
    tag: "Approvals",
    summary: "The page of calls about which a user decides",
    description:
      "For browsers that a sign-in link signed in: POST /api/v3/internal/patchbay/sign_in_links with destination approvals.",
  }),
  leaveApprovals: operation({
    id: "myApprovals.leave",
    method: "POST",
    ...approvals,
    tag: "Approvals",
    summary: "Sign out of that page",
  }),
  showOwnApproval: operation({
    id: "myApprovals.show",
    method: "GET",
    ...approval,
    summary: "The page of a call that waits for the user",
  }),
  decideOwnApproval: operation({
    id: "myApprovals.decide",
    method: "POST",
    ...approval,
    summary: "Allow or deny a call as its user",
  }),
};

export const myConnectionsApi = {
  showConnections: operation({
    id: "myConnections.list",
    method: "GET",
    ...list,
    summary: "A user's own page of connections",
    description:
      "For browsers that a sign-in link signed in: POST /api/v3/internal/patchbay/sign_in_links with destination connections.",
  }),
  leaveConnections: operation({ id: "myConnections.leave", method: "POST", ...list, summary: "Sign out of that page" }),
  showConnection: operation({
    id: "myConnections.show",
    method: "GET",
    ...accountOperation,
    summary: "Asks the user to confirm disconnecting",
  }),
  changeConnection: operation({
    id: "myConnections.change",
    method: "POST",
    ...accountOperation,
    summary: "End a connection of one's own, or connect it again",
  }),
  showProgram: operation({
    id: "myPrograms.show",
    method: "GET",
    ...program,
    summary: "Asks the user to confirm revoking a program's access",
  }),
  endProgram: operation({
    id: "myPrograms.end",
    method: "POST",
    ...program,
    summary: "End a program that acts as the user at an MCP server, with all of its tokens",
  }),
};
