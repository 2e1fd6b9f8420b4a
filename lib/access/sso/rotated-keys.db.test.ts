/** Keys and secrets that change at a provider while people sign in, against a real one. */
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { joinOrganization } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import {
  addProvider,
  changeProvider,
  comeBack,
  goAndReturn,
  hasSession,
  signInBySso,
  storeDomain,
} from "@/test/clients/sso";
import { startOpenIdProvider } from "@/test/servers/openid-provider.mjs";

const EMAIL = "ada@rotated.example";
const FAILED = "http://localhost:3000/login?error=SsoFailed";

let server: Awaited<ReturnType<typeof startOpenIdProvider>>;
let cookie: string;
let providerId: string;
let keys: JWK[];

async function makeKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" };
}
/** The public halves, as a provider publishes them. */
const published = (...all: JWK[]) => ({
  keys: all.map(({ kty, n, e, kid, use, alg }) => ({ kty, n, e, kid, use, alg })),
});
const enter = async () => {
  const answer = await signInBySso(EMAIL);
  return hasSession(answer) ? "in" : answer.location;
};

beforeAll(async () => {
  keys = await Promise.all(["first", "second"].map(makeKey));
  server = await startOpenIdProvider(
    (uri: string) => uri.includes("/sign_in/sso/"),
    () => ({ sub: "ada", email: EMAIL, email_verified: true }),
  );
  const owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  providerId = await addProvider(cookie, server);
  await storeDomain(owner.organizationId, "rotated.example", providerId);
  const { userId } = await createTestOwner(EMAIL);
  await joinOrganization(owner.organizationId, userId, "viewer");
});
afterAll(() => server.stop());
beforeEach(() => server.change({}));

describe("a provider that changes its signing keys", () => {
  it("signs people in before, while both keys are published, and after the first is withdrawn", async () => {
    const [first, second] = keys as [JWK, JWK];
    for (const all of [[first], [first, second], [second, first], [second]]) {
      server.change({ jwks: { keys: all } });
      expect(await enter()).toBe("in");
    }
  });

  it("signs nobody in by a token of the key that was withdrawn, from the first moment", async () => {
    const [first, second] = keys as [JWK, JWK];
    server.change({ jwks: { keys: [first] } });
    expect(await enter()).toBe("in");
    server.change({ jwks: { keys: [first] }, published: published(second) });
    expect(await enter()).toBe(FAILED);
    // Another key under the name of the withdrawn key.
    server.change({ jwks: { keys: [first] }, published: published({ ...second, kid: "first" }) });
    expect(await enter()).toBe(FAILED);
  });

  it("is asked for its keys once a sign-in, also for a token of an unknown key", async () => {
    const [first, second] = keys as [JWK, JWK];
    server.change({ jwks: { keys: [first] }, published: published(second) });
    const before = server.jwksAsked();
    for (let n = 0; n < 3; n++) expect(await enter()).toBe(FAILED);
    expect(server.jwksAsked() - before).toBe(3);
    // A browser that comes back with what nobody began, or a code that the provider did not give, costs no request.
    const { url, jar } = await goAndReturn(EMAIL);
    const requestCount = server.jwksAsked();
    url.searchParams.set("code", "forged");
    for (let n = 0; n < 5; n++) await comeBack({ url, jar });
    expect(server.jwksAsked()).toBe(requestCount);
  });
});

describe("a client secret that is replaced at the provider", () => {
  it("signs people in with the old one, with both, and with the new one, also those who are under way", async () => {
    const next = "the next secret of the client";
    server.change({ secrets: [server.clientSecret] });
    expect(await enter()).toBe("in");
    server.change({ secrets: [server.clientSecret, next] });
    expect(await enter()).toBe("in");
    const underWay = await goAndReturn(EMAIL);
    await changeProvider(cookie, providerId, { client_secret: next });
    expect(hasSession(await comeBack(underWay))).toBe(true);
    server.change({ secrets: [next] });
    expect(await enter()).toBe("in");
  });

  it("signs nobody in with the old one after the provider has ended it", async () => {
    await changeProvider(cookie, providerId, { client_secret: server.clientSecret });
    server.change({ secrets: ["another"] });
    expect(await enter()).toBe(FAILED);
  });
});
