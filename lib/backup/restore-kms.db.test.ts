/** Backups of a server whose secret a key management service keeps, and restores onto such a server. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { db } from "@/lib/kernel/database/db";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { prepareSecrets } from "@/lib/kernel/kms/prepare-secrets";
import { toKms } from "@/lib/kernel/kms/to-kms";
import { env } from "@/lib/kernel/process/env";
import { findSecrets } from "@/lib/kernel/process/secrets";
import { ACCESS_KEY, arnOf, startAwsKms } from "@/test/servers/aws-kms";
import { backUp, newDatabase, restoreInto, runSql } from "@/test/servers/restored-server";
import { startVault, VAULT_TOKEN } from "@/test/servers/vault-transit";
import { remembered } from "@/test/setup/process-memory";

let aws: Awaited<ReturnType<typeof startAwsKms>>;
let vault: Awaited<ReturnType<typeof startVault>>;
beforeAll(async () => {
  [aws, vault] = await Promise.all([startAwsKms(["one"]), startVault()]);
});
afterAll(() => Promise.all([aws.stop(), vault.stop()]));
beforeEach(async () => {
  await db.secretCheck.deleteMany({});
  await db.wrappedSecret.deleteMany({});
});

const AWS = `aws:${arnOf("one")}`;
const VAULT = "vault:patchbay";
const ROW = "SELECT kms, wrapped FROM wrapped_secret";

/** The settings of another machine. */
function configure(settings: Record<string, string>): void {
  Object.assign(process.env, {
    ...{ PATCHBAY_SECRET: "", PATCHBAY_SECRET_PREVIOUS: "", PATCHBAY_KMS: "", PATCHBAY_KMS_PREVIOUS: "" },
    PATCHBAY_KMS_AWS_ENDPOINT: aws.url,
    PATCHBAY_KMS_AWS_ACCESS_KEY_ID: ACCESS_KEY.id,
    PATCHBAY_KMS_AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
    PATCHBAY_KMS_VAULT_URL: vault.url,
    PATCHBAY_KMS_VAULT_TOKEN: VAULT_TOKEN,
    ...settings,
  });
  for (const name of ["env", "secrets", "vault"]) remembered.delete(name);
}

async function start(settings: Record<string, string>): Promise<void> {
  configure(settings);
  await prepareSecrets();
  await checkSecret(findKeyIds);
}

it("restores with the service alone: the backup has the secret wrapped", async () => {
  await start({ PATCHBAY_KMS: AWS });
  const { active } = findSecrets();
  const { file } = await backUp();
  const url = await newDatabase("kms");
  configure({ PATCHBAY_KMS: AWS });
  await restoreInto(url, file);
  expect(findSecrets().active).toBe(active);
  expect(await runSql(url, ROW)).toEqual([expect.objectContaining({ kms: AWS })]);
  configure({ PATCHBAY_KMS: VAULT });
  await expect(restoreInto(url, file)).rejects.toThrow(/wrapped by aws:arn\S+, which the settings do not name/);
});

it("wraps the secret of a file by the service of this machine, when that of the original is lost", async () => {
  await start({ PATCHBAY_KMS: AWS });
  const { active } = findSecrets();
  const { file } = await backUp();
  const url = await newDatabase("kms_lost");
  configure({ PATCHBAY_KMS: VAULT, PATCHBAY_SECRET: active });
  await restoreInto(url, file, { wrapsSecret: true });
  const [row] = await runSql<{ kms: string; wrapped: string }>(url, ROW);
  expect(row?.kms).toBe(VAULT);
  const { current = undefined as never } = env().kms;
  expect(await toKms(current).unwrap(row?.wrapped ?? "")).toBe(active);
});

it("refuses, with a service, a backup without a wrapped secret unless its file has a secret to be wrapped", async () => {
  const secret = randomBytes(32).toString("hex");
  const operatorsSecret = `a secret of the operator ${"-".repeat(32)}`;
  await start({ PATCHBAY_SECRET: secret });
  const { file } = await backUp();
  const url = await newDatabase("kms_new");
  configure({ PATCHBAY_KMS: AWS });
  await expect(restoreInto(url, file)).rejects.toThrow(/^No key management service wrapped the secret of this backup/);
  configure({ PATCHBAY_KMS: AWS, PATCHBAY_SECRET: secret });
  await restoreInto(url, file, { wrapsSecret: true });
  expect(await runSql(url, ROW)).toEqual([expect.objectContaining({ kms: AWS })]);
  await db.secretCheck.deleteMany({});
  await start({ PATCHBAY_SECRET: operatorsSecret });
  const other = await backUp();
  configure({ PATCHBAY_KMS: AWS, PATCHBAY_SECRET: operatorsSecret });
  const restoring = restoreInto(await newDatabase("kms_own"), other.file, { wrapsSecret: true });
  await expect(restoring).rejects.toThrow(/keeps only secrets that Patchbay made/);
});
