/** Signs people in: by email and password, or through the operator's OpenID provider. */
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { pendingAt } from "../people/end-invitations";
import { findKnownBrowser } from "./find-known-browser";
import { deleteSecondFactor } from "../factors/delete-second-factor";
import { recordSuccess, signInTry, takeTry } from "./sign-in-tries";
import { isPassword } from "./passwords";
import { endAccessOf } from "./end-access-of";

/** `sessionVersion`: of the credentials that were checked; see `startSignIn`. */
export type SignedIn = { id: string; email: string; name: string | null; sessionVersion: number };

export const PERSON = { id: true, email: true, name: true, sessionVersion: true } as const;

/**
 * The person whose email and password these are; null when they do not belong together.
 * @param address of the client, where it is known
 * @param cookieHeader of the request: strangers' failed tries do not count for a browser that this person used before
 * @throws ApiError TooManyRequests after too many failed tries
 */
export async function findByPassword(
  email: string,
  password: string,
  address: string | undefined,
  cookieHeader?: string,
): Promise<SignedIn | null> {
  const normalizedEmail = email.trim().toLowerCase();
  const attempt = signInTry(normalizedEmail, address, findKnownBrowser(cookieHeader, normalizedEmail));
  await takeTry(attempt);
  const user = await db.user.findUnique({
    where: { email: normalizedEmail },
    select: { ...PERSON, passwordHash: true },
  });
  if (!(await isPassword(password, user?.passwordHash)) || !user) return null;
  await recordSuccess(attempt);
  const { passwordHash: _, ...person } = user;
  return person;
}

export type OidcProfile = {
  issuer: string;
  /** The person's id at the issuer (`sub`). */
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
};

const accountOf = ({ issuer, subject }: Pick<OidcProfile, "issuer" | "subject">) => ({
  provider: `oidc:${issuer}`,
  providerAccountId: subject,
});

/** The person that this identity of the OpenID provider was linked to; null when it was not. */
export async function findLinked(identity: Pick<OidcProfile, "issuer" | "subject">): Promise<SignedIn | null> {
  const account = await db.authAccount.findUnique({
    where: { provider_providerAccountId: accountOf(identity) },
    select: { user: { select: PERSON } },
  });
  return account?.user ?? null;
}

type Person = SignedIn & { emailVerified: Date | null };
export const WITH_PROOF = { ...PERSON, emailVerified: true } as const;

/** The account of a proven email, if it belongs to a member. An invited person gets an account, to accept with. */
async function accountFor(tx: Db, email: string): Promise<Person | null> {
  const isMember = { email, members: { some: {} } };
  const member = await tx.user.findFirst({ where: isMember, select: WITH_PROOF });
  if (member) return member;
  if (!(await tx.invitation.findFirst({ where: { email, ...pendingAt(now()) }, select: { id: true } }))) return null;
  const existingUser = await tx.user.findUnique({ where: { email }, select: WITH_PROOF });
  const time = now();
  return (
    existingUser ??
    tx.user.create({ data: { id: newId("user"), email, emailVerified: time, createdAt: time }, select: WITH_PROOF })
  );
}

/**
 * Gives the account to the person whose email the provider has confirmed. A registration with an invitation proves
 * nothing: a stranger could have set the password and a second step, so both, the sign-ins and the person's own keys
 * end.
 */
export async function proveEmail(tx: Db, { emailVerified, ...person }: Person): Promise<SignedIn> {
  if (emailVerified) return person;
  await tx.user.update({ where: { id: person.id }, data: { emailVerified: now(), passwordHash: null } });
  await deleteSecondFactor(tx, person.id);
  return { ...person, sessionVersion: await endAccessOf(tx, person.id) };
}

/**
 * Links an identity of the OpenID provider to the member, or the invited person, with its email; null if there is no
 * such person. Only an email that the provider vouches for counts: otherwise anybody could type a colleague's address
 * at the provider and sign in here as the colleague.
 */
export async function findOrLink(profile: OidcProfile): Promise<SignedIn | null> {
  const linked = await findLinked(profile);
  if (linked) return linked;
  if (!profile.email || !profile.emailVerified) return null;
  const email = profile.email.trim().toLowerCase();
  try {
    return await db.$transaction(async (tx) => {
      const account = await accountFor(tx, email);
      if (!account) return null;
      await tx.authAccount.create({ data: { userId: account.id, type: "oidc", ...accountOf(profile) } });
      return proveEmail(tx, account);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return findLinked(profile); // the same person signed in twice at the same moment
  }
}
