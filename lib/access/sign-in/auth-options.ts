/** next-auth's settings: password and OpenID sign-in, sessions as sealed cookies. */
import { parseCookie } from "cookie";
import type { Account, AuthOptions, Profile } from "next-auth";
import type { JWT } from "next-auth/jwt";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env } from "@/lib/kernel/process/env";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import { type Claims, mergeClaims } from "./merge-claims";
import { findSignIn, type SignInClaims, signInSecret } from "./sign-in-caller";
import { SIGN_IN_SECONDS, usesSecureCookies } from "./sign-in-cookie";
import { endSignIn, type SignInClient, startSignIn } from "./sign-in-rows";
import { toDevice } from "./to-device";
import { hasFactor } from "../factors/prove-factor";
import { startSecondStep } from "../factors/finish-sign-in";
import { addSignInCookie, clientOfRequest, cookieHeaderOfRequest, mustSucceed, signInLogger } from "./answer-sign-in";
import { findByPassword, findLinked, findOrLink, type SignedIn } from "./sign-in";

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The client's address: the last hop, which our own listener wrote; earlier hops can be forged. */
const clientAddress = (hops: unknown): string | undefined => textOf(hops)?.split(",").at(-1)?.trim() || undefined;

/** Where a request comes from, for the list of sign-ins. */
export const clientOf = (headers: Pick<Headers, "get">): SignInClient => ({
  device: toDevice(headers.get("user-agent")),
  address: clientAddress(headers.get("x-forwarded-for")),
});

const byPassword = (): CredentialsConfig => ({
  id: "credentials",
  name: "Email and password",
  type: "credentials",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: async (credentials, request) => {
    const { email, password } = credentials ?? {};
    if (typeof email !== "string" || typeof password !== "string" || email.length > 254 || password.length > 200)
      return null;
    const { "x-forwarded-for": hops, cookie } = (request.headers ?? {}) as Record<string, unknown>;
    return findByPassword(email, password, clientAddress(hops), textOf(cookie));
  },
});

const byOidc = ({
  issuer,
  clientId,
  clientSecret,
  name,
}: NonNullable<ReturnType<typeof env>["oidc"]>): OAuthConfig<Claims> => ({
  id: "oidc",
  name,
  type: "oauth",
  wellKnown: `${withoutEndSlashes(issuer)}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  authorization: { params: { scope: "openid email profile" } },
  // Providers that follow the specification strictly give the email only here (OpenID Connect Core 5.4).
  userinfo: {
    request: async ({ client, tokens }) =>
      mergeClaims(
        (tokens as unknown as { claims: () => Claims }).claims(),
        (await client.userinfo(tokens.access_token ?? "")) as Claims,
      ),
  },
  profile: ({ sub, email, name: person }) => ({ id: sub, email: email ?? null, name: person ?? null }),
});

type Checked = Pick<SignedIn, "id" | "sessionVersion">;

/** Refusals redirect to the sign-in page, which has a message for each name. */
const toErrorUrl = (reason: "NoAccount") => `${env().publicUrl}/login?error=${reason}`;

/** Where the person wanted to go: next-auth keeps it in a cookie during the detour to a provider. */
function findNext(): string | null {
  const name = `${usesSecureCookies() ? "__Secure-" : ""}next-auth.callback-url`;
  const url = parseCookie(cookieHeaderOfRequest() ?? "")[name];
  if (!url || !URL.canParse(url, env().publicUrl)) return null;
  const { origin, pathname, search, hash } = new URL(url, env().publicUrl);
  return origin === new URL(env().publicUrl).origin ? pathname + search + hash : null;
}

/**
 * Lets a person in whose credentials were checked; a person with a second factor goes to the second step, without a
 * session.
 */
async function enterOrAsk({ id, sessionVersion }: Checked): Promise<true | string> {
  if (!(await hasFactor(id))) return true;
  addSignInCookie(await startSecondStep(id, sessionVersion));
  const next = findNext();
  return `${env().publicUrl}/login?${new URLSearchParams({ step: "code", ...(next && { next }) })}`;
}

async function mayEnter(
  account: Account | null,
  profile: Profile | undefined,
  user: Partial<Checked>,
): Promise<boolean | string> {
  const oidc = env().oidc;
  if (account?.provider === "credentials") {
    const { id, sessionVersion } = user;
    return id !== undefined && sessionVersion !== undefined && enterOrAsk({ id, sessionVersion });
  }
  if (!oidc || !account) return false;
  const { email, email_verified: verified } = (profile ?? {}) as Partial<Claims>;
  const person = await findOrLink({
    issuer: oidc.issuer,
    subject: account.providerAccountId,
    email,
    emailVerified: verified === true,
  });
  return person ? enterOrAsk(person) : toErrorUrl("NoAccount");
}

/**
 * The person who signed in. With a password: the person that `byPassword` found; otherwise the owner of the linked
 * identity.
 */
async function personOf(account: Account, user: Partial<Checked>): Promise<Checked | null> {
  if (account.provider !== "credentials")
    return findLinked({ issuer: env().oidc?.issuer ?? "", subject: account.providerAccountId });
  const { id, sessionVersion } = user;
  return id !== undefined && sessionVersion !== undefined ? { id, sessionVersion } : null;
}

async function begin(account: Account, user: Partial<Checked>, token: JWT): Promise<SignInClaims> {
  const person = await personOf(account, user);
  const sessionId = person && (await startSignIn(person.id, person.sessionVersion, { client: clientOfRequest() }));
  if (!sessionId) throw new Error("The identity, the password or the second factor changed while its owner signed in.");
  return { sub: person.id, sessionId, name: token.name ?? null, email: token.email ?? null };
}

const CALLBACKS: AuthOptions["callbacks"] = {
  signIn: ({ account, profile, user }) => mayEnter(account, profile, user),
  jwt: async ({ token, account, user }) => {
    if (account) return begin(account, user, token);
    // A later read of the session. Data from the browser is never used to change it.
    if (await mustSucceed(() => findSignIn(token))) return token;
    throw new Error("The session was ended.");
  },
};

/** Ends the session on the server too, because other people can have a copy of the cookie. */
const EVENTS: AuthOptions["events"] = {
  signOut: ({ token }) =>
    mustSucceed(async () => {
      const session = token && (await findSignIn(token));
      if (session) await endSignIn(session.id);
    }),
};

/**
 * Made at each request, as a build knows no settings. NEXTAUTH_URL must be set to the public URL before Next starts.
 */
export function authOptions(): AuthOptions {
  const { oidc } = env();
  return {
    secret: signInSecret(),
    session: { strategy: "jwt", maxAge: SIGN_IN_SECONDS },
    useSecureCookies: usesSecureCookies(),
    pages: { signIn: "/login", error: "/login", signOut: "/" },
    providers: [byPassword(), ...(oidc ? [byOidc(oidc)] : [])],
    callbacks: CALLBACKS,
    events: EVENTS,
    logger: signInLogger,
  };
}
