/** `patchbay kms rewrap` as an operator calls it, after a rotation of the key at the key management service. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { prepareSecrets } from "@/lib/kernel/kms/prepare-secrets";
import { findSecrets } from "@/lib/kernel/process/secrets";
import { runPatchbay } from "@/test/servers/command-line";
import { startVault, VAULT_TOKEN } from "@/test/servers/vault-transit";
import { remembered } from "@/test/setup/process-memory";

let vault: Awaited<ReturnType<typeof startVault>>;
let settings: Record<string, string>;
const readWrapped = async () => (await db.wrappedSecret.findUniqueOrThrow({ where: { id: 1 } })).wrapped;

/** The secret of a start with these settings. */
async function startedSecret(): Promise<string> {
  Object.assign(process.env, settings, { PATCHBAY_SECRET: "" });
  for (const name of ["env", "secrets", "vault"]) remembered.delete(name);
  await prepareSecrets();
  return findSecrets().active;
}

beforeAll(async () => {
  vault = await startVault();
  settings = {
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    PATCHBAY_KMS: "vault:patchbay",
    PATCHBAY_KMS_VAULT_URL: vault.url,
    PATCHBAY_KMS_VAULT_TOKEN: VAULT_TOKEN,
  };
});
beforeEach(async () => {
  vault.state.isSealed = false;
  await db.wrappedSecret.deleteMany({});
});
afterAll(() => vault.stop());

it("wraps the same secret by the newest version of the key, and says since when it was wrapped", async () => {
  const secret = await startedSecret();
  vault.rotate("transit/patchbay");
  const { exitCode, stdout, stderr } = await runPatchbay(["kms", "rewrap"], { env: settings });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^The secret was wrapped again by vault:patchbay; it had been wrapped at 20\S+Z\.\n$/);
  expect(await readWrapped()).toMatch(/^vault:v\d+:/);
  expect(await readWrapped()).not.toMatch(/^vault:v1:/);
  expect(await startedSecret()).toBe(secret);
  expect(stdout).not.toContain(secret);
});

it("prints one JSON value with --json", async () => {
  await startedSecret();
  const { exitCode, stdout } = await runPatchbay(["kms", "rewrap", "--json"], { env: settings });
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    { text: expect.stringMatching(/^The secret was wrapped again/) as string },
  ]);
});

it("changes nothing while the service is sealed, and says so in a sentence without the token", async () => {
  await startedSecret();
  const before = await readWrapped();
  vault.state.isSealed = true;
  const { exitCode, stdout, stderr } = await runPatchbay(["kms", "rewrap"], { env: settings });
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^The key management service of vault:patchbay at \S+ does not answer \(it answered 503\)/);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(stderr).not.toContain(VAULT_TOKEN);
  expect(await readWrapped()).toBe(before);
});

it.each([
  ["without a key", { PATCHBAY_KMS: "" }, /^PATCHBAY_KMS is not set, so no key management service has wrapped/],
  ["with a key of another form", { PATCHBAY_KMS: "gcp:patchbay" }, /PATCHBAY_KMS must be aws:<ARN of a key>/],
  ["with a key that wrapped nothing here", {}, /^No secret of this database is wrapped yet/],
])("%s it ends with 1 and a sentence", async (_, more, sentence) => {
  const { exitCode, stderr } = await runPatchbay(["kms", "rewrap"], { env: { ...settings, ...more } });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(sentence);
});
