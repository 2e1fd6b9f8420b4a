/** A key in place of a client secret (private_key_jwt), against a real provider that reads it at its address. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PATCH as change } from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/route";
import { POST as testProvider } from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/test/route";
import { POST as create } from "@/app/api/v3/internal/patchbay/organization/sso/providers/route";
import { GET as listKeys } from "@/app/api/v3/internal/patchbay/sign_in/sso/[provider_id]/keys/route";
import { db } from "@/lib/kernel/database/db";
import { now } from "@/lib/kernel/time/clock";
import { callRoute, joinOrganization } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { addProvider, hasSession, signInBySso, storeDomain } from "@/test/clients/sso";
import { startOpenIdProvider } from "@/test/servers/openid-provider.mjs";
import { openSigningKey, signAssertion } from "./sign-assertion";

const BY_KEY = { client_auth: "private_key_jwt", client_secret: undefined };
const EMAIL = "ada@keys.example";

let server: Awaited<ReturnType<typeof startOpenIdProvider>>;
let owner: Awaited<ReturnType<typeof createTestOwner>>;
let cookie: string;
let providerId: string;
/** The provider whose key the real provider reads. */
let readId: string;
/** The issuer of a provider that takes secrets alone. */
let issuer: string;

const keysOf = (id: string) => callRoute(listKeys, {}, { params: { provider_id: id } });

const pages = createServer((request, response) => {
  const discovery = {
    ...{ issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/auth` },
    ...{ token_endpoint: `${issuer}/token`, token_endpoint_auth_methods_supported: ["client_secret_basic"] },
  };
  const answer = request.url === "/keys" ? keysOf(readId).then(({ body }) => body) : Promise.resolve(discovery);
  void answer.then((body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  server = await startOpenIdProvider(
    (uri: string) => uri.includes("/sign_in/sso/"),
    () => ({ sub: "ada", email: EMAIL, email_verified: true }),
    { token_endpoint_auth_method: "private_key_jwt", jwks_uri: `${issuer}/keys` },
  );
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  providerId = await addProvider(cookie, server, BY_KEY);
  await storeDomain(owner.organizationId, "keys.example", providerId);
  const { userId } = await createTestOwner(EMAIL);
  await joinOrganization(owner.organizationId, userId, "viewer");
});
afterAll(() => {
  server.stop();
  pages.close();
  pages.closeAllConnections();
});
beforeEach(() => (readId = providerId));

const update = (body: object, id = providerId) => callRoute(change, { cookie }, { body, params: { id } });
const rowOf = (id: string) => db.ssoProvider.findUniqueOrThrow({ where: { id } });

it("signs people in without a secret", async () => {
  expect(hasSession(await signInBySso(EMAIL))).toBe(true);
});

it("shows the public half of the key alone, and stores the key sealed", async () => {
  const { status, body } = await keysOf(providerId);
  expect([status, body]).toEqual([
    200,
    { keys: [{ kty: "RSA", use: "sig", kid: expect.any(String), n: expect.any(String), e: "AQAB" }] },
  ]);
  const answer = await update({ name: "Okta" });
  expect(answer.body).toMatchObject({ client_auth: "private_key_jwt", public_key: (body.keys as object[])[0] });
  expect(answer.body.keys_url).toBe(`http://localhost:3000/api/v3/internal/patchbay/sign_in/sso/${providerId}/keys`);
  const row = await rowOf(providerId);
  expect(row.signingKey).toMatch(/^v1\./);
  const key = openSigningKey(row);
  for (const part of ["d", "p", "q"] as const) expect(JSON.stringify([answer.body, body])).not.toContain(key?.[part]);
});

it("is a key of this provider alone, for one address and one minute", async () => {
  const other = await addProvider(cookie, server, BY_KEY);
  const key = openSigningKey(await rowOf(providerId));
  if (!key) throw new Error("no key");
  const proof = { clientId: "patchbay", url: "https://login.example/token", algorithm: "PS256" } as const;
  const [first, second] = [await signAssertion(key, proof), await signAssertion(key, proof)];
  expect(first).not.toBe(second);
  const verify = async (id: string, currentDate = now()) =>
    jwtVerify(first, createLocalJWKSet((await keysOf(id)).body as never), {
      ...{ issuer: "patchbay", subject: "patchbay", audience: proof.url, currentDate },
      ...{ algorithms: ["PS256"], requiredClaims: ["jti", "exp", "iat"] },
    });
  expect((await verify(providerId)).protectedHeader).toEqual({ alg: "PS256", kid: key.kid, typ: "JWT" });
  await expect(verify(other)).rejects.toThrow();
  await expect(verify(providerId, new Date(now().getTime() + 61_000))).rejects.toThrow();
  // A row with another provider's key opens nothing: the seal is of one row.
  const { signingKey } = await rowOf(other);
  expect(() => openSigningKey({ id: providerId, clientAuth: "private_key_jwt", signingKey })).toThrow();
});

it("400, 404, 422: needs a secret or a key, has an address only with a key, and a provider that takes it", async () => {
  const body = { name: "No proof", issuer, client_id: "c" };
  const bare = await callRoute(create, { cookie }, { body });
  expect([bare.status, JSON.stringify(bare.body)]).toEqual([
    400,
    expect.stringContaining("client_secret: is required"),
  ]);
  const bySecret = await addProvider(cookie, { issuer, clientId: "c", clientSecret: "s" });
  expect((await update({ client_auth: "private_key_jwt" }, bySecret)).status).toBe(200);
  const refusal = await callRoute(testProvider, { cookie }, { params: { id: bySecret } });
  expect([refusal.status, refusal.body.error?.message]).toEqual([422, expect.stringContaining("private_key_jwt")]);
  const { kid } = openSigningKey(await rowOf(bySecret)) ?? {};
  expect((await update({ client_auth: "client_secret" }, bySecret)).status).toBe(400);
  expect((await update({ client_auth: "client_secret", client_secret: "new" }, bySecret)).status).toBe(200);
  expect((await rowOf(bySecret)).signingKey).toBeNull();
  for (const id of [bySecret, "sso_unknown"]) expect((await keysOf(id)).status).toBe(404);
  await update({ client_auth: "private_key_jwt" }, bySecret);
  expect(openSigningKey(await rowOf(bySecret))?.kid).not.toBe(kid);
});

it("is replaced in two steps: the provider has both public halves in between, and people come in all the time", async () => {
  const [before] = (await keysOf(providerId)).body.keys as { kid: string }[];
  expect((await update({ next_key: "use" })).status).toBe(409);
  const prepared = await update({ next_key: "prepare" });
  const next = prepared.body.next_public_key as { kid: string };
  expect((await keysOf(providerId)).body).toEqual({ keys: [before, next] });
  expect((await update({ next_key: "prepare" })).body.next_public_key).toEqual(next);
  const row = await rowOf(providerId);
  expect(row.nextSigningKey).toMatch(/^v1\./);
  expect(() => openSigningKey({ ...row, signingKey: row.nextSigningKey })).toThrow();
  expect(hasSession(await signInBySso(EMAIL))).toBe(true);
  const after = await update({ next_key: "use" });
  expect([after.body.public_key, after.body.next_public_key]).toEqual([next, undefined]);
  expect((await keysOf(providerId)).body).toEqual({ keys: [next] });
  await update({ next_key: "prepare" });
  expect((await update({ next_key: "discard" })).body).not.toHaveProperty("next_public_key");
  expect(JSON.stringify([prepared.body, after.body])).not.toContain('"d"');
});

it("409: a provider with a secret has no key to replace, and a next key goes with its provider's keys", async () => {
  const bySecret = await addProvider(cookie, { issuer, clientId: "c", clientSecret: "s" });
  for (const step of ["prepare", "use", "discard"])
    expect((await update({ next_key: step }, bySecret)).status).toBe(409);
  await update({ client_auth: "private_key_jwt" }, bySecret);
  await update({ next_key: "prepare" }, bySecret);
  const answer = await update({ client_auth: "client_secret", client_secret: "new" }, bySecret);
  expect(answer.body).not.toHaveProperty("next_public_key");
  expect((await rowOf(bySecret)).nextSigningKey).toBeNull();
});

it("signs nobody in by a key that the provider does not have", async () => {
  readId = await addProvider(cookie, server, BY_KEY);
  await update({ client_auth: "client_secret", client_secret: "for a moment" });
  await update({ client_auth: "private_key_jwt" });
  const answer = await signInBySso(EMAIL);
  expect([hasSession(answer), answer.location]).toEqual([false, "http://localhost:3000/login?error=SsoFailed"]);
});
