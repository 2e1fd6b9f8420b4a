/** Answers that prove nobody: of another browser, of another provider, and tokens that no provider should make. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { joinOrganization } from "@/test/builders/members";
import { addProvider, beginAt, comeBack, hasSession, storeDomain } from "@/test/clients/sso";

const CLIENT = { clientId: "patchbay", clientSecret: "a secret: with /signs" };
const DOMAIN = "false.example";
const EMAIL = `ada@${DOMAIN}`;

let issuer: string;
let keys: { privateKey: CryptoKey; publicKey: CryptoKey };
let others: typeof keys;
let providerId: string;
let other: string;
let ownerCookie: string;
/** What the provider answers now, by path. */
let answers: Record<string, (body: string, headers: Record<string, unknown>) => unknown>;

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => (body += part.toString()));
  request.on("end", () => {
    void Promise.resolve(answers[request.url ?? ""]?.(body, request.headers)).then((answer) =>
      response
        .writeHead(answer === undefined ? 400 : 200, { "content-type": "application/json" })
        .end(typeof answer === "string" ? answer : JSON.stringify(answer ?? { error: "invalid_grant" })),
    );
  });
});

const discovery = (more: object = {}) => ({
  ...{
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  },
  ...more,
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [keys, others] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  answers = { "/.well-known/openid-configuration": () => discovery() };
  const owner = await createTestOwner();
  ownerCookie = await sessionCookie(owner.userId);
  [providerId, other] = [
    await addProvider(ownerCookie, { issuer, ...CLIENT }),
    await addProvider(ownerCookie, { issuer, ...CLIENT }),
  ];
  await storeDomain(owner.organizationId, DOMAIN, providerId);
  const { userId } = await createTestOwner(EMAIL);
  await joinOrganization(owner.organizationId, userId, "viewer");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(() => {
  answers = {
    "/.well-known/openid-configuration": () => discovery(),
    "/jwks": async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: "RS256", use: "sig" }] }),
  };
});

const claimsOf = (nonce: string) => ({
  ...{ iss: issuer, aud: "patchbay", sub: "ada", nonce, email: EMAIL, email_verified: true },
  ...{ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 300 },
});

const sign = (claims: object, key = keys.privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "RS256" }).sign(key);

/** The return of the browser that began at this address, with a code. */
function toBack(start: URL, jar: Map<string, string>) {
  const url = new URL(start.searchParams.get("redirect_uri") ?? "");
  url.search = new URLSearchParams({ code: "c", state: start.searchParams.get("state") ?? "" }).toString();
  return { url, jar };
}

type MakeToken = (claims: ReturnType<typeof claimsOf>) => Promise<string> | string;

/** A sign-in whose token is made by the test. */
async function enter(makeToken: MakeToken, spoil: (back: { url: URL; jar: Map<string, string> }) => void = () => {}) {
  const { url, jar } = await beginAt(EMAIL);
  const nonce = url.searchParams.get("nonce") ?? "";
  answers["/token"] = async () => ({
    access_token: "a",
    token_type: "Bearer",
    id_token: await makeToken(claimsOf(nonce)),
  });
  const back = toBack(url, jar);
  spoil(back);
  return comeBack(back);
}

it("sends the secret, the code and the verifier of the challenge to the token endpoint, and takes a good token", async () => {
  const { url, jar } = await beginAt(EMAIL, { next: "/logs?x=1", again: true });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ response_type: "code", client_id: "patchbay", prompt: "login", login_hint: EMAIL },
    ...{ code_challenge_method: "S256", scope: "openid email profile" },
  });
  let request = {};
  answers["/token"] = async (body, { authorization }) => {
    request = { ...Object.fromEntries(new URLSearchParams(body)), authorization };
    return { id_token: await sign(claimsOf(url.searchParams.get("nonce") ?? "")) };
  };
  const back = toBack(url, jar);
  const answer = await comeBack(back);
  expect([hasSession(answer), answer.location]).toEqual([true, "http://localhost:3000/logs?x=1"]);
  expect(request).toMatchObject({
    ...{ grant_type: "authorization_code", code: "c", code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string },
    authorization: `Basic ${Buffer.from("patchbay:a%20secret%3A%20with%20%2Fsigns").toString("base64")}`,
  });
});

const BAD: Record<string, MakeToken> = {
  "of another key": (claims) => sign(claims, others.privateKey),
  "without a signature": (claims) => new UnsecuredJWT(claims).encode(),
  "signed with the client's secret": (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(CLIENT.clientSecret.padEnd(64, "x"))),
  "of another issuer": (claims) => sign({ ...claims, iss: `${issuer}/` }),
  "for another client": (claims) => sign({ ...claims, aud: "somebody" }),
  "for several clients": (claims) => sign({ ...claims, aud: ["patchbay", "somebody"] }),
  "that another client got": (claims) => sign({ ...claims, azp: "somebody" }),
  "of another sign-in": (claims) => sign({ ...claims, nonce: "of another" }),
  "without a nonce": (claims) => sign({ ...claims, nonce: undefined }),
  "past its end": (claims) => sign({ ...claims, exp: claims.iat - 60 }),
  "without an end": (claims) => sign({ ...claims, exp: undefined }),
  "of long ago": (claims) => sign({ ...claims, iat: claims.iat - 3600 }),
  "without a person": (claims) => sign({ ...claims, sub: "" }),
  "of a person in another form": (claims) => sign({ ...claims, sub: "ada\u0000" }),
  "that is none": () => "none",
  "that is huge": () => "e".repeat(120_000),
};

it.each(Object.keys(BAD))("refuses a token %s", async (name) => {
  const answer = await enter((claims) => BAD[name]?.(claims) ?? "");
  expect([hasSession(answer), answer.location]).toEqual([false, "http://localhost:3000/login?error=SsoFailed"]);
});

it("refuses an answer of another browser, another sign-in and another provider's address", async () => {
  for (const spoil of [
    ({ jar }: { jar: Map<string, string> }) => jar.clear(),
    ({ url }: { url: URL }) => url.searchParams.set("state", "x".repeat(43)),
    ({ url }: { url: URL }) => url.searchParams.delete("state"),
    ({ url }: { url: URL }) => (url.pathname = url.pathname.replace(providerId, other)),
    ({ url }: { url: URL }) => (url.pathname = url.pathname.replace(providerId, "sso_nobodys")),
  ]) {
    const answer = await enter(sign, spoil);
    expect([hasSession(answer), answer.location]).toEqual([false, "http://localhost:3000/login?error=SsoExpired"]);
  }
});

it("refuses an answer that names another issuer, and one that names none where the provider always does (RFC 9207)", async () => {
  const wrong = await enter(sign, ({ url }) => url.searchParams.set("iss", "https://evil.example"));
  expect(wrong.location).toContain("error=SsoFailed");
  const right = await enter(sign, ({ url }) => url.searchParams.set("iss", issuer));
  expect(hasSession(right)).toBe(true);
});

it("refuses a provider's refusal, and a token endpoint that has no token", async () => {
  const denied = await enter(sign, ({ url }) => {
    url.searchParams.set("error", "access_denied");
    url.searchParams.delete("code");
  });
  expect(denied.location).toContain("error=SsoFailed");
  const { url, jar } = await beginAt(EMAIL);
  delete answers["/token"];
  const back = toBack(url, jar);
  expect((await comeBack(back)).location).toContain("error=SsoFailed");
});

it("leads to paths of this server alone", async () => {
  for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    const { url, jar } = await beginAt(EMAIL, { next });
    answers["/token"] = async () => ({ id_token: await sign(claimsOf(url.searchParams.get("nonce") ?? "")) });
    const back = toBack(url, jar);
    expect((await comeBack(back)).location).toBe("http://localhost:3000/");
  }
});
