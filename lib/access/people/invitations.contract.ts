/** Invitations in the API: links by which people become members. The server sends no mail. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";
import { Role } from "./members.contract";
import { Email, Password } from "./profile.contract";

/** How long a link works. */
export const INVITATION_DAYS = 7;

const time = z.iso.datetime();

const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(["pending", "accepted", "expired", "revoked"]),
  created_at: time,
  expires_at: time,
  /** The time when it was accepted or revoked. */
  ended_at: time.optional(),
  invited_by: z.object({ id: z.string(), email: z.string(), name: z.string().optional() }),
});

const token = z.string().min(1, "must be the token of an invitation").max(200, "is no token of an invitation");
const base = "/api/v3/internal/patchbay/invitations";
const ofMembers = { own: true, tag: "Members", auth: "session" } as const;
/** The token is sent in the body, because addresses get into logs and histories. */
const ofGuests = { own: true, tag: "Members", method: "POST" } as const;
const Joined = z.object({ organization_id: z.string(), project_id: z.string().optional() });

export const invitationsApi = {
  listInvitations: operation({
    ...ofMembers,
    id: "listInvitations",
    method: "GET",
    path: base,
    permission: "members:read",
    audit: "none",
    summary: "List the invitations of the current organization, newest first; expired ones stay for a month",
    query: z.object(pageQuery),
    response: page(Invitation),
  }),
  createInvitation: operation({
    ...ofMembers,
    id: "createInvitation",
    method: "POST",
    path: base,
    permission: "members:write",
    audit: "invitation.create",
    fresh: true,
    summary: "Create a link that makes one person a member; it is only returned here",
    description:
      `The link works once, for ${INVITATION_DAYS} days, and ends the one before for the same email. ` +
      "Nobody gives a role that may do more than their own.",
    body: z.object({ email: Email, role: Role }),
    response: Invitation.extend({ url: z.string() }),
    status: 201,
  }),
  revokeInvitation: operation({
    ...ofMembers,
    id: "revokeInvitation",
    method: "DELETE",
    path: `${base}/{id}`,
    permission: "members:write",
    audit: "invitation.revoke",
    summary: "Revoke an invitation; its link stops working immediately",
    params: z.object({ id: z.string().min(1).max(100) }),
    response: z.object({ id: z.string(), revoked: z.boolean() }),
  }),
  readInvitation: operation({
    ...ofGuests,
    id: "readInvitation",
    path: `${base}/read`,
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "Get what an invitation is for; its token is the credential",
    body: z.object({ token }),
    response: z.object({
      email: z.string(),
      role: Role,
      organization_name: z.string(),
      /** The name or email of the person who made it. */
      invited_by: z.string(),
      /** Whether the email has an account here. If it has, the person signs in and accepts. */
      has_account: z.boolean(),
    }),
  }),
  registerByInvitation: operation({
    ...ofGuests,
    id: "registerByInvitation",
    path: `${base}/register`,
    auth: "none",
    permission: "public",
    audit: "invitation.accept",
    summary: "Create an account for an invited person and make them a member",
    body: z.object({ token, password: Password, name: named("person's name").optional() }),
    response: Joined.extend({ user: z.object({ id: z.string(), email: z.string() }) }),
    status: 201,
  }),
  acceptInvitation: operation({
    ...ofGuests,
    id: "acceptInvitation",
    path: `${base}/accept`,
    auth: "user",
    permission: "profile:write",
    audit: "invitation.accept",
    summary: "Become a member by an invitation for the email that you sign in with",
    body: z.object({ token }),
    response: Joined,
  }),
};
