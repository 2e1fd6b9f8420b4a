import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, it } from "vitest";
import { applyCredentials } from "../credentials/apply-credentials";
import { signAppJwt } from "./sign-app-jwt";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const values = {
  application_id: "4711",
  private_key: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  access_token: "ghs_of-the-installation",
};

it("signs a JWT that names the app and ends within ten minutes", async () => {
  const { payload, protectedHeader } = await jwtVerify(signAppJwt(values), publicKey, { issuer: "4711" });
  expect(protectedHeader.alg).toBe("RS256");
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(600);
});

it("takes a key whose line breaks were copied as text, and refuses what is no RSA key", async () => {
  const copied = { ...values, private_key: values.private_key.replaceAll("\n", "\\n") };
  await jwtVerify(signAppJwt(copied), publicKey);
  expect(() => signAppJwt({ ...values, private_key: "no key" })).toThrow("is not a private key in PEM form");
  const { privateKey: curve } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = curve.export({ type: "pkcs8", format: "pem" }).toString();
  expect(() => signAppJwt({ ...values, private_key: pem })).toThrow("not an RSA key");
});

it("authenticates as the app on the app's own paths, and as the installation elsewhere", async () => {
  const header = { in: "header" as const, name: "Authorization" };
  const scheme = {
    apply: [
      { ...header, value: "Bearer {access_token}" },
      { ...header, value: "Bearer {app_jwt}", paths: "^/app(/|$)" },
      {
        ...header,
        value: "{client_id}:{client_secret}",
        encode: "basic" as const,
        optional: true,
        paths: "^/applications/",
      },
    ],
  };
  const authorizationFor = (path: string, more: object = {}) =>
    applyCredentials({ url: `https://api.github.com${path}` }, scheme, { ...values, ...more }).headers.Authorization;
  await jwtVerify(authorizationFor("/app/installations?per_page=1")?.slice("Bearer ".length) ?? "", publicKey);
  expect(authorizationFor("/apps/octo")).toBe(`Bearer ${values.access_token}`);
  expect(authorizationFor("/applications/x/token")).toBe(`Bearer ${values.access_token}`);
  const app = { client_id: "id", client_secret: "secret" };
  expect(authorizationFor("/applications/x/token", app)).toBe(`Basic ${Buffer.from("id:secret").toString("base64")}`);
});
