/** Who may sign in: by email and password, or through the operator's OpenID provider. */
import { db, isUniqueViolation } from "@/lib/kernel/database/db";
import { findKnownBrowser } from "./known-browser";
import { recordSuccess, signInTry, takeTry } from "./login-throttle";
import { isPassword } from "./passwords";

/** `sessionVersion`: of the credentials that were checked; see `startSession`. */
export type SignedIn = { id: string; email: string; name: string | null; sessionVersion: number };

const PERSON = { id: true, email: true, name: true, sessionVersion: true } as const;

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
  const known = email.trim().toLowerCase();
  const tried = signInTry(known, address, findKnownBrowser(cookieHeader, known));
  await takeTry(tried);
  const user = await db.user.findUnique({ where: { email: known }, select: { ...PERSON, passwordHash: true } });
  if (!(await isPassword(password, user?.passwordHash)) || !user) return null;
  await recordSuccess(tried);
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

/**
 * Links an identity of the OpenID provider to the member with its email; null when it may not sign in. Only an email
 * that the provider vouches for counts: otherwise whoever types a colleague's address there would become them here.
 */
export async function findOrLink(profile: OidcProfile): Promise<SignedIn | null> {
  const linked = await findLinked(profile);
  if (linked) return linked;
  if (!profile.email || !profile.emailVerified) return null;
  const user = await db.user.findFirst({
    where: { email: profile.email.trim().toLowerCase(), members: { some: {} } },
    select: PERSON,
  });
  if (!user) return null;
  try {
    await db.authAccount.create({ data: { userId: user.id, type: "oidc", ...accountOf(profile) } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return findLinked(profile); // the same person signed in twice at the same moment
  }
  return user;
}
