/** The person at the consent page: an end user who came by a sign-in link, or a member of the project. */
import type { Caller } from "@/lib/access/caller";
import { mayRunTools } from "@/lib/access/people/may-run-tools";
import { confinementOf } from "@/lib/access/sso/assert-whole-sign-in";
import { findUserBySignIn, isHeldSignIn } from "@/lib/access/sign-in/sign-in-caller";
import { findEndUser } from "@/lib/sign-in-links/links";
import type { Grant, GrantedAs } from "./grants";

/** What a browser sends. */
export type Browser = { cookies: string | null; endUserCookie: string | null };

export type Person = {
  as: Exclude<GrantedAs, "machine">;
  /** The end user, or the account of the member. */
  id: string;
  /** As the audit trail names them. */
  caller: Caller;
  /** Their organization requires two-step sign-in, which they have yet to set up. */
  isHeld?: boolean;
};

/**
 * The person of this browser who may act in the project; null for a stranger. Who came by a link came for this, so the
 * link counts before a session at the dashboard.
 */
export async function findPerson(projectId: string, { cookies, endUserCookie }: Browser): Promise<Person | null> {
  const endUser = await findEndUser(endUserCookie);
  if (endUser?.projectId === projectId) return { as: "end_user", id: endUser.userId, caller: { kind: "link" } };
  const member = cookies === null ? null : await findUserBySignIn(cookies, true);
  if (!member || !(await mayRunTools(projectId, member.userId, confinementOf(member), member.closed))) return null;
  return { as: "member", id: member.userId, caller: member, isHeld: await isHeldSignIn(cookies ?? "") };
}

/** Whether the person who granted access still has the right to: grants of a member end when the member leaves. */
export const isWelcome = async ({ projectId, grantedAs, grantedBy }: Grant): Promise<boolean> =>
  grantedAs !== "member" || mayRunTools(projectId, grantedBy);
