/** The name of each role, and its permissions, in a sentence. */
import type { membersApi } from "@/generated/addresses/access/people/members";
import type { ResultOf } from "@/lib/contract/client";

export type Member = ResultOf<typeof membersApi.listMembers>["items"][number];
export type Role = Member["role"];

export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: {
    name: "Owner",
    may: "Everything, also new projects and their end, other owners, and this server’s own settings.",
  },
  admin: {
    name: "Admin",
    may: "Everything in all projects, also API keys and members, but no new projects or owners.",
  },
  developer: {
    name: "Developer",
    may: "Builds and runs everything, also revokes accounts, but cannot create API keys or change settings of the project.",
  },
  viewer: { name: "Viewer", may: "Sees what projects are made of and what they did, and changes nothing." },
  auditor: { name: "Auditor", may: "Sees what a viewer sees, and API keys and members too. Changes nothing." },
};
