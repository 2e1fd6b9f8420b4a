/** A copy of the app with another secret than its database's does not start. */
import { beforeEach, expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { findKeyIds } from "@/lib/auth-configs/sealed-keys";
import { createTestOwner } from "@/test/owners";
import { installConnectToolkits } from "@/test/oauth-providers";
import { useSecrets } from "@/test/secrets";
import { db } from "./db";
import { SettingsError } from "../process/env";
import { checkSecret } from "./secret-check";
import { activeKeyId, keyIdOf } from "../process/vault";

const [FIRST, SECOND, THIRD] = ["first", "second", "third"].map(
  (name) => `the ${name} secret of a test ${"-".repeat(32)}`,
) as [string, string, string];

const check = () => checkSecret(findKeyIds);
const written = async () => (await db.secretCheck.findUnique({ where: { id: 1 } }))?.sealed;

beforeEach(async () => {
  useSecrets(FIRST);
  await db.secretCheck.deleteMany({});
});

async function sealSomething(): Promise<void> {
  await installConnectToolkits();
  const { projectId } = await createTestOwner();
  await createAuthConfig(projectId, {
    toolkitSlug: "strict",
    managed: false,
    scheme: "OAUTH2",
    credentials: { client_id: "an-app", client_secret: "its-secret" },
  });
}

it("starts again and again with the secret of the first start, and never with another", async () => {
  await check();
  await check();
  useSecrets(SECOND);
  await expect(check()).rejects.toThrow(SettingsError);
  await expect(check()).rejects.toThrow(
    /^PATCHBAY_SECRET is not the secret of this database: .* PATCHBAY_SECRET_PREVIOUS\.$/,
  );
  useSecrets(FIRST);
  await check();
});

it("of two copies with different secrets that start on a new database one starts", async () => {
  const slower = checkSecret(async () => {
    useSecrets(SECOND);
    await check();
    useSecrets(FIRST);
    return [];
  });
  await expect(slower).rejects.toThrow(SettingsError);
  useSecrets(SECOND);
  await check();
});

it("does not take over a database of before with a wrong secret, and does with the right one", async () => {
  await sealSomething();
  useSecrets(SECOND);
  await expect(check()).rejects.toThrow(SettingsError);
  expect(await written()).toBeUndefined();
  useSecrets(SECOND, [FIRST]);
  await check();
  await db.secretCheck.deleteMany({});
  useSecrets(FIRST);
  await check();
  expect(keyIdOf((await written()) ?? "")).toBe(activeKeyId());
});

it("after a change of the secret the new one counts, and the old one alone is refused", async () => {
  await check();
  useSecrets(SECOND, [THIRD, FIRST]);
  await check();
  useSecrets(SECOND);
  await check();
  useSecrets(FIRST);
  await expect(check()).rejects.toThrow(SettingsError);
});

it("says so when the generated secret of the data folder is the wrong one", async () => {
  await check();
  useSecrets("");
  await expect(check()).rejects.toThrow(
    /^PATCHBAY_SECRET is not set, and the secret that was generated into .*\/secret is not/,
  );
});

it("refuses a row that was changed", async () => {
  await check();
  await db.secretCheck.update({ where: { id: 1 }, data: { sealed: `v1.${activeKeyId()}.AAAA` } });
  await expect(check()).rejects.toThrow(SettingsError);
});
