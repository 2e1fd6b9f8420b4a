/** A copy of the app with another secret than its database's does not start. */
import pg from "pg";
import { beforeEach, expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { createTestOwner } from "@/test/builders/owners";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { useSecrets } from "@/test/setup/secrets";
import { db } from "./db";
import { findKeyIds, SEALED_COLUMNS } from "./sealed-columns";
import { SettingsError } from "../process/env";
import { checkSecret } from "./check-secret";
import { activeKeyId, keyIdOf } from "../process/vault";

const [FIRST, SECOND, THIRD] = ["first", "second", "third"].map(
  (name) => `the ${name} secret of a test ${"-".repeat(32)}`,
) as [string, string, string];

const check = () => checkSecret(findKeyIds);
const readSealed = async () => (await db.secretCheck.findUnique({ where: { id: 1 } }))?.sealed;

beforeEach(async () => {
  useSecrets(FIRST);
  await db.secretCheck.deleteMany({});
  await db.authConfig.deleteMany({});
});

/** Runs `work` on a connection of its own, in a transaction that changes nothing. */
async function rollback(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN");
    await work(client);
  } finally {
    await client.end();
  }
}

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

it("one of two copies with different secrets starts on a new database", async () => {
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

it("takes over an earlier database with the right secret only", async () => {
  await sealSomething();
  useSecrets(SECOND);
  await expect(check()).rejects.toThrow(SettingsError);
  expect(await readSealed()).toBeUndefined();
  useSecrets(SECOND, [FIRST]);
  await check();
  await db.secretCheck.deleteMany({});
  useSecrets(FIRST);
  await check();
  expect(keyIdOf((await readSealed()) ?? "")).toBe(activeKeyId());
});

it("accepts the new secret after a change, and refuses the old one alone", async () => {
  await check();
  useSecrets(SECOND, [THIRD, FIRST]);
  await check();
  useSecrets(SECOND);
  await check();
  useSecrets(FIRST);
  await expect(check()).rejects.toThrow(SettingsError);
});

it("refuses the new secret alone as long as the old one has values", async () => {
  await sealSomething();
  await check();
  useSecrets(SECOND, [FIRST]);
  await check();
  useSecrets(SECOND);
  await expect(check()).rejects.toThrow(
    /^Values of this database are sealed with a secret that this start does not name \(key [0-9a-f]{8}\).* PATCHBAY_SECRET_PREVIOUS/,
  );
  await db.authConfig.deleteMany({});
  await check();
});

it("finds values of an earlier key if the row was renewed before anybody looked", async () => {
  await sealSomething();
  useSecrets(SECOND, [FIRST]);
  await check();
  await db.secretCheck.update({ where: { id: 1 }, data: { keyIds: [] } });
  useSecrets(SECOND);
  await expect(check()).rejects.toThrow(/^Values of this database are sealed/);
});

it("finds the key of a value in any column", async () => {
  const foreign = "v1.0badc0de.AAAA";
  for (const { table, column, member } of SEALED_COLUMNS) {
    const value = member ? JSON.stringify({ [member]: foreign }) : foreign;
    await rollback(async (client) => {
      await client.query(`CREATE TEMP TABLE ${table} (LIKE public.${table})`);
      const { rows } = await client.query<{ name: string }>(
        "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull",
        [table],
      );
      for (const { name } of rows)
        await client.query(`ALTER TABLE pg_temp.${table} ALTER COLUMN "${name}" DROP NOT NULL`);
      await client.query(`INSERT INTO pg_temp.${table} ("${column}") VALUES ($1)`, [value]);
      expect(await findKeyIds(client), `${table}.${column}`).toContain("0badc0de");
    });
  }
});

it("reads no value while all keys in use are named", async () => {
  await check();
  await checkSecret(() => Promise.reject(new Error("values were read")));
  useSecrets(SECOND, [FIRST]);
  await checkSecret(() => Promise.reject(new Error("values were read")));
});

it("reports a wrong generated secret of the data folder", async () => {
  await check();
  useSecrets("");
  await expect(check()).rejects.toThrow(
    /^PATCHBAY_SECRET is not set, and the secret that was generated into .*\/secret is not/,
  );
});

it("refuses a changed row", async () => {
  await check();
  await db.secretCheck.update({ where: { id: 1 }, data: { sealed: `v1.${activeKeyId()}.AAAA` } });
  await expect(check()).rejects.toThrow(SettingsError);
});
