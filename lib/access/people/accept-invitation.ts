/** Invitations for the people who received them: the token of the link is the credential, and works once. */
import type { z } from "zod";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { recordSuccess, takeTry, tokenTry } from "../sign-in/sign-in-tries";
import { lockOrganization } from "./lock-organization";
import { hashPassword } from "../sign-in/passwords";
import { toRole } from "../roles";
import type { invitationsApi } from "./invitations.contract";
import { pendingAt } from "./end-invitations";

type Wire<Name extends keyof typeof invitationsApi> = z.input<(typeof invitationsApi)[Name]["response"]>;

/** The error is the same for every link that does not work, so that nobody can learn anything by trying tokens. */
const closed = () =>
  new ApiError("Gone", "This invitation doesn't work: it has been used, expired or revoked.", {
    suggestedFix: "Ask the person who invited you for a new link.",
  });

const openBy = (token: string) => ({ hash: hashToken(token), ...pendingAt(now()) });

/**
 * The invitation of a token.
 * @param address of the client, where it is known: wrong tokens count like wrong passwords
 * @throws ApiError Gone for one that does not work; TooManyRequests after too many of them
 */
async function requireOpen(token: string, address: string | undefined) {
  const attempt = tokenTry(address);
  await takeTry(attempt);
  const invitation = await db.invitation.findFirst({
    where: openBy(token),
    include: { organization: { select: { name: true } }, inviter: { select: { email: true, name: true } } },
  });
  if (!invitation) throw closed();
  await recordSuccess(attempt);
  return invitation;
}

const findAccount = (tx: Pick<Db, "user">, email: string) =>
  tx.user.findUnique({ where: { email }, select: { id: true } });

/** What an invitation is for. Only the holder of its token can read it. */
export async function readInvitation(token: string, address: string | undefined): Promise<Wire<"readInvitation">> {
  const { email, role, organization, inviter } = await requireOpen(token, address);
  return {
    email,
    role: toRole(role),
    organization_name: organization.name,
    invited_by: inviter.name ?? inviter.email,
    has_account: (await findAccount(db, email)) !== null,
  };
}

/**
 * Uses the invitation up and makes the person a member. A person who is already a member keeps their role.
 * @throws ApiError Gone for an invitation that ended meanwhile
 */
async function join(tx: Db, token: string, userId: string): Promise<Wire<"acceptInvitation">> {
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: openBy(token),
    data: { acceptedAt: now() },
    select: { organizationId: true, role: true },
  });
  if (!invitation) throw closed();
  const { organizationId, role } = invitation;
  await tx.member.createMany({
    data: [{ organizationId, userId, role, createdAt: now() }],
    skipDuplicates: true,
  });
  await announceChange(tx, "callers");
  const project = await tx.project.findFirst({
    where: { organizationId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  return { organization_id: organizationId, ...(project && { project_id: project.id }) };
}

const hasAccount = (email: string, cause?: unknown) =>
  new ApiError("Conflict", `${email} has an account on this server.`, {
    suggestedFix: "Open the link again, sign in with that email and accept.",
    headers: { "x-should-retry": "false" },
    cause,
  });

export type Guest = { token: string; password: string; name?: string | undefined };

/**
 * Makes the account of an invited person who has no account, and the person a member: both or nothing. The email is the
 * invitation's. Nobody has proven that it is theirs, so the account is not marked as verified.
 * @throws ApiError Gone for an invitation that does not work; Conflict if the email has an account
 */
export async function registerByInvitation(
  { token, password, name }: Guest,
  address: string | undefined,
): Promise<Wire<"registerByInvitation">> {
  const { email, organizationId } = await requireOpen(token, address);
  if (await findAccount(db, email)) throw hasAccount(email);
  // Hashing is expensive, so it comes after the checks.
  const passwordHash = await hashPassword(password);
  try {
    return await db.$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const id = newId("user");
      await tx.user.create({ data: { id, email, name: name ?? null, passwordHash, createdAt: now() } });
      return { user: { id, email }, ...(await join(tx, token, id)) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw hasAccount(email, error);
    throw error;
  }
}

/**
 * Makes a person who is signed in a member, by an invitation for their own email.
 * @throws ApiError Gone for an invitation that does not work; Forbidden for an invitation for another email, which
 *   stays open
 */
export async function acceptInvitation(
  userId: string,
  token: string,
  address: string | undefined,
): Promise<Wire<"acceptInvitation">> {
  const { email, organizationId } = await requireOpen(token, address);
  if ((await findAccount(db, email))?.id !== userId)
    throw new ApiError("Forbidden", `This invitation is for ${email}, and you are signed in with another email.`, {
      suggestedFix: "Sign out, open the link again and sign in with that email.",
    });
  return db.$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    return join(tx, token, userId);
  });
}
