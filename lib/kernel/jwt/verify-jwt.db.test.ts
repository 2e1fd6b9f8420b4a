/** Tokens of an issuer that changes its keys: a new key counts at once, a withdrawn key ends, and no flood comes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT, type CryptoKey } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { newId } from "../ids";
import { verifyJwt } from "./verify-jwt";

type Key = { name: string; privateKey: CryptoKey; jwk: JWK };

const makeKey = async (name: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return { name, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: name, alg: "RS256", use: "sig" } };
};

let requestCount = 0;
let keySet: Key[] = [];
let [first, second]: Key[] = [];
let rules: Parameters<typeof verifyJwt>[1];
const server = createServer((_, response) => {
  requestCount++;
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ keys: keySet.map(({ jwk }) => jwk) }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  [first, second] = await Promise.all([makeKey("first"), makeKey("second")]);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  requestCount = 0;
  const keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  rules = { projectId: newId("project"), purpose: "test", keysUrl, issuer: "https://issuer.example", audience: "us" };
});
afterEach(() => vi.restoreAllMocks());

const sign = (key: Key | undefined, kid = key?.name ?? "") => {
  if (!key) throw new Error("no key");
  const token = new SignJWT({ sub: "ada" }).setProtectedHeader({ alg: "RS256", kid });
  return token.setIssuer("https://issuer.example").setAudience("us").setExpirationTime("5m").sign(key.privateKey);
};
const isTaken = async (key: Key | undefined, kid?: string) => (await verifyJwt(await sign(key, kid), rules)) !== null;
const show = (...keys: (Key | undefined)[]) => void (keySet = keys.flatMap((key) => key ?? []));

it("a new key counts at its first token, the old one as long as it is published, and then no longer", async () => {
  show(first);
  expect(await isTaken(first)).toBe(true);
  show(first, second);
  expect([await isTaken(second), await isTaken(first), await isTaken(second)]).toEqual([true, true, true]);
  expect(requestCount).toBe(2);
  show(second);
  const tenMinutesLater = performance.now() + 10 * 60_000 + 1;
  vi.spyOn(performance, "now").mockReturnValue(tenMinutesLater);
  expect([await isTaken(first), await isTaken(second)]).toEqual([false, true]);
  // The name of the withdrawn key does not help another key, nor the withdrawn key the name of another.
  expect([await isTaken(first, "second"), await isTaken(second, "first")]).toEqual([false, false]);
});

it("any number of unknown names makes twenty requests a minute, and good tokens count meanwhile", async () => {
  show(first);
  expect(await isTaken(first)).toBe(true);
  const start = performance.now();
  for (let n = 0; n < 60; n++) expect(await isTaken(second, `unknown ${n}`)).toBe(false);
  // Twenty a minute come back while the test runs.
  expect(requestCount).toBeLessThanOrEqual(2 + 20 + (performance.now() - start) / 3000);
  const before = requestCount;
  expect(await isTaken(first)).toBe(true);
  expect(requestCount).toBe(before);
  // Unknown names of another project have requests of their own.
  rules = { ...rules, projectId: newId("project") };
  expect(await isTaken(first)).toBe(true);
});

it("many tokens at once with an unknown name make one request", async () => {
  show(first);
  expect(await isTaken(first)).toBe(true);
  show(first, second);
  expect(await Promise.all(Array.from({ length: 30 }, () => isTaken(second)))).toEqual(Array(30).fill(true));
  expect(requestCount).toBeLessThanOrEqual(3);
});
