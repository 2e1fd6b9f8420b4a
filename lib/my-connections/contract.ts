/** A user's own pages: what the project's app and programs may use, and how to end it. */
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
