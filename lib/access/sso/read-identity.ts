/** The person that a code of the provider stands for: token request, ID token, and the userinfo endpoint. */
import { errors, type JWTPayload, jwtVerify } from "jose";
import { ApiError } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/text/is-object";
import { ownValue } from "@/lib/kernel/text/own-value";
import { now } from "@/lib/kernel/time/clock";
import { named } from "@/lib/contract/named";
import { cutText } from "@/lib/kernel/text/storable";
import { Email } from "../people/profile.contract";
import { type Claims, mergeClaims } from "../sign-in/merge-claims";
import { askProvider } from "./ask-provider";
import { assertTakesKeys, type Discovery, readKeys } from "./discover";
import { signAssertion, type SigningKey } from "./sign-assertion";
import { SsoRefusal } from "./sso-refusal";

/** Signatures by a key pair: with a shared secret the public keys could sign. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCKS_DIFFER_SECONDS = 30;
/** A token was made for this sign-in, which takes ten minutes at most. */
const MAX_AGE_SECONDS = 600;
const MAX_TOKEN = 100_000;
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** OpenID Connect Core 2: ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

export type Client = {
  organizationId: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** In place of the secret. */
  signingKey: SigningKey | null;
  redirectUri: string;
  groupsClaim: string | null;
};

export type Identity = {
  subject: string;
  /** In small letters; undefined if the provider has none, or what is no email here. */
  email: string | undefined;
  /** Undefined if the provider is silent. */
  emailVerified: boolean | undefined;
  name: string | undefined;
  /** Undefined if the provider names none, or is not asked. */
  groups: string[] | undefined;
};

/** RFC 6749 2.3.1: encoded as in a form before they are joined. */
const toBasic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

/** The proof of this server to the provider: fields of the form, or a header. */
async function toClientProof(
  { clientId, clientSecret, signingKey }: Client,
  discovery: Discovery,
): Promise<{ form?: Record<string, string>; headers?: Record<string, string> }> {
  if (signingKey) {
    const algorithm = assertTakesKeys(discovery);
    const assertion = await signAssertion(signingKey, { clientId, url: discovery.tokenUrl, algorithm });
    return { form: { client_id: clientId, client_assertion_type: JWT_BEARER, client_assertion: assertion } };
  }
  if (discovery.takesForm) return { form: { client_id: clientId, client_secret: clientSecret } };
  return { headers: { authorization: toBasic(clientId, clientSecret) } };
}

async function exchange(client: Client, discovery: Discovery, code: string, verifier: string) {
  const { organizationId, redirectUri } = client;
  const { form, headers } = await toClientProof(client, discovery);
  const answer = await askProvider({
    ...{ organizationId, url: discovery.tokenUrl },
    form: { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier, ...form },
    ...(headers && { headers }),
  });
  const { id_token: idToken, access_token: accessToken } = answer;
  if (typeof idToken !== "string" || idToken.length > MAX_TOKEN)
    throw new SsoRefusal("SsoFailed", "The provider's token endpoint returned no ID token.");
  return { idToken, accessToken: typeof accessToken === "string" ? accessToken : undefined };
}

/** OpenID Connect Core 3.1.3.7. */
async function verify(client: Client, { jwksUrl }: Discovery, idToken: string, nonce: string): Promise<JWTPayload> {
  const { organizationId, issuer, clientId: audience } = client;
  const { find } = await readKeys(organizationId, jwksUrl);
  const { payload } = await jwtVerify(idToken, find, {
    ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: CLOCKS_DIFFER_SECONDS },
    ...{ requiredClaims: ["exp", "iat", "sub", "nonce"], maxTokenAge: MAX_AGE_SECONDS, currentDate: now() },
  });
  const { azp } = payload;
  const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1 && azp === undefined;
  if (payload.nonce !== nonce || isForOthers || (azp !== undefined && azp !== audience))
    throw new SsoRefusal("SsoFailed", "The ID token is of another sign-in, or for another client.");
  if (typeof payload.sub !== "string" || !SUBJECT.test(payload.sub))
    throw new SsoRefusal("SsoFailed", "The sub of the ID token has no form that OpenID Connect allows.");
  return payload;
}

/** A claim by its name, or by a path of names with dots. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  const whole = ownValue(claims, name);
  if (whole !== undefined) return whole;
  return name
    .split(".")
    .reduce<unknown>((value, step) => (isObject(value) ? ownValue(value, step) : undefined), claims);
}

function toGroups(claim: unknown): string[] | undefined {
  if (typeof claim === "string") return [claim];
  if (!Array.isArray(claim)) return undefined;
  return claim.filter((group): group is string => typeof group === "string").slice(0, 2000);
}

const MAX_NAME = 100;
const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const Name = named("name");

function nameOf(claim: unknown): string | undefined {
  const name = textOf(claim);
  return name && Name.safeParse(cutText(name, MAX_NAME)).data;
}

/** Letters outside of ASCII could become another person's email in small letters: the sign for kelvin becomes a k. */
const emailOf = (claim: string | undefined): string | undefined =>
  claim && /^[\x20-\x7e]+$/.test(claim) ? Email.safeParse(claim).data : undefined;

function toIdentity(claims: Readonly<Record<string, unknown>>, subject: string, groupsClaim: string | null): Identity {
  const { email_verified: verified } = claims;
  const isSaid = verified !== undefined && verified !== null;
  return {
    subject,
    email: emailOf(textOf(claims.email)),
    emailVerified: isSaid ? verified === true || verified === "true" : undefined,
    name: nameOf(claims.name),
    groups: groupsClaim === null ? undefined : toGroups(claimAt(claims, groupsClaim)),
  };
}

/** What the ID token leaves out, from the userinfo endpoint (OpenID Connect Core 5.3). */
async function complete(client: Client, { userinfoUrl }: Discovery, payload: JWTPayload, accessToken?: string) {
  const isComplete =
    payload.email !== undefined && (client.groupsClaim === null || claimAt(payload, client.groupsClaim) !== undefined);
  if (isComplete || userinfoUrl === undefined || accessToken === undefined) return payload;
  const userinfo = await askProvider({
    ...{ organizationId: client.organizationId, url: userinfoUrl },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (userinfo.sub !== payload.sub)
    throw new SsoRefusal("SsoFailed", "The userinfo endpoint answered about another person than the ID token.");
  const { email_verified: isVouched, ...claims } = mergeClaims(payload as unknown as Claims, userinfo as Claims);
  // Said by nobody is not the same as denied.
  const isSaid = payload.email_verified !== undefined || userinfo.email_verified !== undefined;
  return { ...claims, ...(isSaid && { email_verified: isVouched }) };
}

/** @throws SsoRefusal for an answer of the provider that does not prove a person */
export async function readIdentity(
  client: Client,
  discovery: Discovery,
  proof: { code: string; verifier: string; nonce: string },
): Promise<Identity> {
  try {
    const { idToken, accessToken } = await exchange(client, discovery, proof.code, proof.verifier);
    const payload = await verify(client, discovery, idToken, proof.nonce);
    const claims = await complete(client, discovery, payload, accessToken);
    return toIdentity(claims, String(payload.sub), client.groupsClaim);
  } catch (error) {
    if (error instanceof SsoRefusal) throw error;
    if (error instanceof ApiError || error instanceof errors.JOSEError)
      throw new SsoRefusal("SsoFailed", error.message, { cause: error });
    throw error;
  }
}
