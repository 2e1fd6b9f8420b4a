/** The name of each role, and its permissions, in a sentence. */
import type { membersApi } from "@/generated/addresses/access/people/members";
import type { ResultOf } from "@/lib/contract/client";

export type Member = ResultOf<typeof membersApi.listMembers>["items"][number];
export type Role = Member["role"];

export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: {
    name: "Owner",
    may: "Full access, including creating and deleting projects, managing owners and server settings.",
  },
  admin: {
    name: "Admin",
    may: "Full access to all projects, including API keys and members, but can’t create projects or manage owners.",
  },
  developer: {
    name: "Developer",
    may: "Can build, run and revoke accounts, but not manage API keys or project settings.",
  },
  viewer: { name: "Viewer", may: "Read-only access to projects and their activity." },
  auditor: { name: "Auditor", may: "Read-only, including API keys and members." },
};
