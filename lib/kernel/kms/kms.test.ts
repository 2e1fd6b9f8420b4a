/** Key management services wrap and unwrap the secret; each way in which they fail is a sentence. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ACCESS_KEY, arnOf, startAwsKms } from "@/test/servers/aws-kms";
import { startVault, VAULT_TOKEN } from "@/test/servers/vault-transit";
import { forgetSettings } from "@/test/setup/process-memory";
import { env, SettingsError } from "../process/env";
import type { Kms } from "./kms";
import { toKms } from "./to-kms";

let aws: Awaited<ReturnType<typeof startAwsKms>>;
let vault: Awaited<ReturnType<typeof startVault>>;
beforeAll(async () => {
  [aws, vault] = await Promise.all([startAwsKms(["one", "two"]), startVault(["transit/patchbay", "team/keys/other"])]);
});
afterAll(() => Promise.all([aws.stop(), vault.stop()]));

const SECRET = "0123456789abcdef".repeat(4);
const settings = () => ({
  PATCHBAY_KMS_AWS_ENDPOINT: aws.url,
  PATCHBAY_KMS_AWS_ACCESS_KEY_ID: ACCESS_KEY.id,
  PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
  PATCHBAY_KMS_VAULT_URL: vault.url,
  PATCHBAY_KMS_VAULT_TOKEN: VAULT_TOKEN,
});

/** The service of a key, with the settings of this test and nothing else that is private. */
function useKms(name: string, changes: Record<string, string> = {}): Kms {
  Object.assign(process.env, settings(), changes, { PATCHBAY_KMS: name, PATCHBAY_OUTBOUND_ALLOW: "" });
  forgetSettings();
  const { current } = env().kms;
  if (!current) throw new Error("No key is named.");
  return toKms(current);
}
beforeEach(() => {
  aws.state.away = 0;
  vault.state.isSealed = false;
});

const AWS = `aws:${arnOf("one")}`;
const BOTH = [AWS, "vault:patchbay", "vault:team/keys/other"];

it.each(BOTH)("%s wraps a secret so that only it unwraps it, also after its key was rotated", async (name) => {
  const kms = useKms(name);
  const wrapped = await kms.wrap(SECRET);
  expect(wrapped).not.toContain(SECRET);
  expect(Buffer.from(wrapped, "base64").toString("latin1")).not.toContain(SECRET);
  aws.rotate("one");
  vault.rotate("transit/patchbay");
  expect(await kms.unwrap(wrapped)).toBe(SECRET);
  const again = await kms.wrap(SECRET);
  expect(again).not.toBe(wrapped);
  expect(await kms.unwrap(again)).toBe(SECRET);
});

it.each(BOTH)("%s refuses a text that was changed, or that another key wrapped", async (name) => {
  const wrapped = await useKms(name).wrap(SECRET);
  const end = wrapped.slice(-8);
  const changed = wrapped.slice(0, -8) + (end.startsWith("A") ? "B" : "A") + end.slice(1);
  await expect(useKms(name).unwrap(changed)).rejects.toThrow(SettingsError);
  const other = name === AWS ? `aws:${arnOf("two")}` : name === BOTH[1] ? "vault:team/keys/other" : "vault:patchbay";
  await expect(useKms(other).unwrap(wrapped)).rejects.toThrow(/refuses \(400: /);
});

it("asks again while the service is away, and says it if it stays away", async () => {
  const kms = useKms(AWS);
  aws.state.away = 2;
  expect(await kms.unwrap(await kms.wrap(SECRET))).toBe(SECRET);
  vault.state.isSealed = true;
  await expect(useKms("vault:patchbay").wrap(SECRET)).rejects.toThrow(
    /^The key management service of vault:patchbay at 127\.0\.0\.1:\d+ does not answer \(it answered 503\), and without it/,
  );
});

it.each([
  [
    "another secret key",
    AWS,
    { PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: "wrong" },
    /refuses \(400: InvalidSignatureException/,
  ],
  [
    "an unknown user",
    AWS,
    { PATCHBAY_KMS_AWS_ACCESS_KEY_ID: "AKIAOTHER" },
    /refuses \(400: UnrecognizedClientException/,
  ],
  ["an unknown key of AWS", `aws:${arnOf("none")}`, {}, /refuses \(400: NotFoundException: Key '.*' does not exist\)/],
  ["another token", "vault:patchbay", { PATCHBAY_KMS_VAULT_TOKEN: "hvs.other" }, /refuses \(403: permission denied\)/],
  ["an unknown key of Vault", "vault:none", {}, /refuses \(400: encryption key not found\)/],
])("says what a service refuses, and no secret: %s", async (_, name, changes, sentence) => {
  const error: unknown = await useKms(name, changes)
    .wrap(SECRET)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(sentence);
  for (const secret of [SECRET, ACCESS_KEY.secret, VAULT_TOKEN, "hvs.other"])
    expect(String(error)).not.toContain(secret);
});

it("a service that is none of them is refused", async () => {
  const wrong = useKms(AWS, { PATCHBAY_KMS_AWS_ENDPOINT: `${vault.url}/elsewhere` });
  await expect(wrong.wrap(SECRET)).rejects.toThrow(SettingsError);
});
