/** The secret of a database that a key management service keeps: made once, the same for all copies, rotated, moved. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ACCESS_KEY, arnOf, startAwsKms } from "@/test/servers/aws-kms";
import { startVault, VAULT_TOKEN } from "@/test/servers/vault-transit";
import { remembered } from "@/test/setup/process-memory";
import { background } from "../process/log";
import { env, SettingsError } from "../process/env";
import { findSecrets } from "../process/secrets";
import { activeKeyId, keyIdOf, open, seal } from "../process/vault";
import { checkSecret } from "../database/check-secret";
import { db } from "../database/db";
import { resealValues } from "../database/reseal-values";
import { findKeyIds } from "../database/sealed-columns";
import { prepareSecrets, rewrapSecret } from "./prepare-secrets";
import { toKms } from "./to-kms";

let aws: Awaited<ReturnType<typeof startAwsKms>>;
let vault: Awaited<ReturnType<typeof startVault>>;
beforeAll(async () => {
  [aws, vault] = await Promise.all([startAwsKms(["one", "two"]), startVault()]);
});
afterAll(() => Promise.all([aws.stop(), vault.stop()]));

const AWS = `aws:${arnOf("one")}`;
const VAULT = "vault:patchbay";
const OLD = `the secret of before ${"-".repeat(32)}`;
const PLACE = { projectId: "p", rowId: "1", column: "test" };

/** A start of a copy of the app with these settings. */
async function start(settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, {
    ...{ PATCHBAY_SECRET: "", PATCHBAY_SECRET_PREVIOUS: "", PATCHBAY_KMS: "", PATCHBAY_KMS_PREVIOUS: "" },
    PATCHBAY_KMS_AWS_ENDPOINT: aws.url,
    PATCHBAY_KMS_AWS_ACCESS_KEY_ID: ACCESS_KEY.id,
    PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
    PATCHBAY_KMS_VAULT_URL: vault.url,
    PATCHBAY_KMS_VAULT_TOKEN: VAULT_TOKEN,
    ...settings,
  });
  for (const name of ["env", "secrets", "vault", "db.reseal"]) remembered.delete(name);
  await prepareSecrets();
  await checkSecret(findKeyIds);
}

const readRow = () => db.wrappedSecret.findUnique({ where: { id: 1 } });

beforeEach(async () => {
  await db.secretCheck.deleteMany({});
  await db.wrappedSecret.deleteMany({});
  [aws.state.calls, vault.state.calls, vault.state.isSealed] = [[], [], false];
});

it("the first start makes a secret, and each later one unwraps the same; the database has it only wrapped", async () => {
  await start({ PATCHBAY_KMS: AWS });
  const secret = findSecrets().active;
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const sealed = seal("a credential", PLACE);
  expect(JSON.stringify(await readRow())).not.toContain(secret);
  expect(env().secret).toBeUndefined();
  await start({ PATCHBAY_KMS: AWS });
  expect(findSecrets().active).toBe(secret);
  expect(open(sealed, PLACE)).toBe("a credential");
  expect(aws.state.calls).toEqual(["Encrypt", "Decrypt", "Decrypt"]);
});

it("of several copies that start at once on a new database all have one secret", async () => {
  Object.assign(process.env, { PATCHBAY_SECRET: "", PATCHBAY_KMS: AWS });
  remembered.delete("env");
  const secrets = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await prepareSecrets();
      return findSecrets().active;
    }),
  );
  await start({ PATCHBAY_KMS: AWS });
  expect(new Set([...secrets, findSecrets().active]).size).toBe(1);
});

it("without the service no process starts, and nothing is sealed", async () => {
  await start({ PATCHBAY_KMS: VAULT });
  vault.state.isSealed = true;
  await expect(start({ PATCHBAY_KMS: VAULT })).rejects.toThrow(SettingsError);
  expect(() => seal("a credential", PLACE)).toThrow("not been unwrapped");
});

it("a database with another secret is taken over through the previous one, and its values are sealed again", async () => {
  await start({ PATCHBAY_SECRET: OLD });
  const credentials = seal("{}", { projectId: "", rowId: "app", column: "managed_client.credentials" });
  await db.managedClient.create({ data: { id: "app", kind: "toolkit", key: "github", credentials } });
  await expect(start({ PATCHBAY_KMS: AWS })).rejects.toThrow(/name that secret in PATCHBAY_SECRET_PREVIOUS/);
  await start({ PATCHBAY_KMS: AWS, PATCHBAY_SECRET_PREVIOUS: OLD });
  expect(await resealValues(background("test"))).toBe(0);
  await start({ PATCHBAY_KMS: AWS });
  await db.managedClient.deleteMany({});
});

it("several copies change over one after the other: first the service's secret only opens, then it seals", async () => {
  await start({ PATCHBAY_SECRET: OLD });
  await start({ PATCHBAY_SECRET: OLD, PATCHBAY_KMS: AWS });
  const sealedFirst = seal("by the old secret", PLACE);
  expect(findSecrets()).toMatchObject({ active: OLD, previous: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
  await start({ PATCHBAY_KMS: AWS, PATCHBAY_SECRET_PREVIOUS: OLD });
  const sealedThen = seal("by the secret of the service", PLACE);
  expect(open(sealedFirst, PLACE)).toBe("by the old secret");
  // A copy that has not made the second step opens values of a copy that has.
  await start({ PATCHBAY_SECRET: OLD, PATCHBAY_KMS: AWS });
  expect(open(sealedThen, PLACE)).toBe("by the secret of the service");
});

it("moves to another key or another service: the secret stays, and is wrapped by the new key alone", async () => {
  await start({ PATCHBAY_KMS: AWS });
  const secret = findSecrets().active;
  await expect(start({ PATCHBAY_KMS: VAULT })).rejects.toThrow(
    /was wrapped by aws:arn\S+, which the settings do not name: set PATCHBAY_KMS_PREVIOUS to it/,
  );
  await start({ PATCHBAY_KMS: VAULT, PATCHBAY_KMS_PREVIOUS: AWS });
  expect(await readRow()).toMatchObject({ kms: VAULT, wrapped: expect.stringMatching(/^vault:v1:/) });
  await start({ PATCHBAY_KMS: VAULT });
  expect(findSecrets().active).toBe(secret);
  await start({ PATCHBAY_KMS: `aws:${arnOf("two")}`, PATCHBAY_KMS_PREVIOUS: VAULT });
  await start({ PATCHBAY_KMS: `aws:${arnOf("two")}` });
  expect(findSecrets().active).toBe(secret);
});

it("moves back to a secret of the settings", async () => {
  await start({ PATCHBAY_KMS: VAULT });
  const sealed = seal("a credential", PLACE);
  await start({ PATCHBAY_SECRET: OLD, PATCHBAY_KMS_PREVIOUS: VAULT });
  expect(open(sealed, PLACE)).toBe("a credential");
  expect(keyIdOf(seal("x", PLACE))).toBe(activeKeyId());
  expect(findSecrets().active).toBe(OLD);
});

it("after a rotation of the service's key the secret is wrapped again by its newest version", async () => {
  await start({ PATCHBAY_KMS: VAULT });
  const secret = findSecrets().active;
  vault.rotate("transit/patchbay");
  expect(await rewrapSecret()).toMatchObject({ kms: VAULT, before: expect.any(Date) });
  expect((await readRow())?.wrapped).toMatch(/^vault:v2:/);
  await start({ PATCHBAY_KMS: VAULT });
  expect(findSecrets().active).toBe(secret);
});

it("refuses a stored text that was wrapped for something else, and a rewrap without a key", async () => {
  await start({ PATCHBAY_KMS: VAULT });
  const { current = undefined as never } = env().kms;
  await db.wrappedSecret.update({
    where: { id: 1 },
    data: { wrapped: await toKms(current).wrap("chosen by a stranger") },
  });
  await expect(start({ PATCHBAY_KMS: VAULT })).rejects.toThrow(/something that is no secret/);
  await db.wrappedSecret.deleteMany({});
  await expect(rewrapSecret()).rejects.toThrow(/No secret of this database is wrapped yet/);
  process.env.PATCHBAY_KMS = "";
  remembered.delete("env");
  await expect(rewrapSecret()).rejects.toThrow(/PATCHBAY_KMS is not set/);
});
