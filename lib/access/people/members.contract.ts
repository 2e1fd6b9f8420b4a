/** The members of the organization in the API, and the changes of them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { named } from "@/lib/contract/named";
import { page, pageQuery } from "@/lib/contract/page";

/** The roles of members, the most powerful role first. `lib/access/roles` has the permissions of each. */
export const ROLES = ["owner", "admin", "developer", "viewer", "auditor"] as const;

export const Role = z.enum(ROLES, `must be one of ${ROLES.join(", ")}`);

const time = z.iso.datetime();

const Member = z.object({
  /** The person's id. */
  id: z.string(),
  email: z.string(),
  name: z.string().optional(),
  role: Role,
  joined_at: time,
  /** To the minute; absent for a person who has not been here since this is recorded. */
  last_seen_at: time.optional(),
  /** Working API keys of this organization that the person made. */
  working_api_keys: z.number().int(),
  /** Whether the person has two-step sign-in; absent for callers who may not change members. */
  has_second_step: z.boolean().optional(),
});

const params = z.object({ user_id: z.string().min(1).max(100) });
const shared = { own: true, tag: "Members", auth: "session" } as const;

export const membersApi = {
  listMembers: operation({
    ...shared,
    id: "listMembers",
    method: "GET",
    path: "/api/v3/internal/patchbay/members",
    permission: "members:read",
    audit: "none",
    summary: "List the members of the current organization, oldest first",
    query: z.object(pageQuery),
    response: page(Member).extend({
      /** Roles that the caller may give and take away; empty if the caller may not change members. */
      roles_to_give: z.array(Role),
      /** Whether the organization requires two-step sign-in. */
      second_step_required: z.boolean(),
    }),
  }),
  changeMemberRole: operation({
    ...shared,
    id: "changeMemberRole",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/members/{user_id}",
    permission: "members:write",
    audit: "member.change_role",
    fresh: true,
    summary: "Give a member of the current organization another role",
    description: "Nobody gives or takes away a role that may do more than their own, and one owner always stays.",
    params,
    body: z.object({ role: Role }),
    response: z.object({ id: z.string(), role: Role }),
  }),
  removeMember: operation({
    ...shared,
    id: "removeMember",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/members/{user_id}",
    permission: "members:write",
    audit: "member.remove",
    fresh: true,
    summary: "Take a member out of the current organization; their sign-ins end at once, and what they made stays",
    params,
    response: z.object({ id: z.string(), removed: z.boolean() }),
  }),
  updateOrganization: operation({
    ...shared,
    id: "updateOrganization",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/organization",
    permission: "organization:write",
    audit: "organization.update",
    summary: "Change the name of the current organization",
    body: z.object({ name: named("organization's name") }),
    response: z.object({ id: z.string(), name: z.string() }),
  }),
  setSecondStepRule: operation({
    ...shared,
    id: "setSecondStepRule",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/organization/second_step",
    permission: "organization:write",
    audit: "organization.require_second_step",
    fresh: true,
    summary: "Require two-step sign-in of all members of the current organization, or stop requiring it",
    description: "A member without it can then do nothing but set it up. Keys are not members and work on.",
    body: z.object({ required: z.boolean() }),
    response: z.object({ id: z.string(), required: z.boolean() }),
  }),
  leaveOrganization: operation({
    ...shared,
    id: "leaveOrganization",
    method: "POST",
    path: "/api/v3/internal/patchbay/organization/leave",
    permission: "profile:write",
    audit: "member.leave",
    summary: "Leave the current organization; its only owner cannot",
    response: z.object({
      /** The organization that was left. */
      id: z.string(),
      /** Whether you belong to no organization any more, so that your sign-ins have ended. */
      signed_out: z.boolean(),
    }),
  }),
};
