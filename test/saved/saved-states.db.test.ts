/**
 * Databases of earlier states, with data that the product wrote at that time: today's version brings each of them up to
 * date, and everything in it opens and works.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBackup } from "@/lib/backup/create-backup";
import { filePlace } from "@/lib/backup/places/place";
import { executeTool } from "@/lib/execution/execute-tool";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { db } from "@/lib/kernel/database/db";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { inRoot } from "@/scripts/paths.mjs";
import { ON } from "@/test/builders/origin";
import { connectUser } from "@/test/clients/mcp-api";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  FILE_CONTENT,
  KEY,
  MIGRATIONS,
  newDatabase,
  newFolder,
  plant,
  restoreInto,
  runOn,
  runSql,
  type Planted,
} from "@/test/servers/restored-server";

/** The facts about a saved state that the tests compare. */
type Contents = { planted: Planted; accounts: number; logIds: string[]; migrations: string[] };

const FOLDER = inRoot("test/saved");
const MAX_BYTES = 300_000;
const USERS = ["bob", "carol", "dave"];
/** The name of the state to be saved, such as 2026-11; nothing is saved without it. */
const newState = process.env.SAVE_STATE;
const states = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^\d{4}-\d{2}$/.test(name)) : [];

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const read = ({ projectId }: Planted["owner"], user: string) =>
  executeTool(
    { projectId, settings: { storePayloads: true } },
    "LOOPBACK_READ",
    { user_id: user, arguments: {} },
    { ...ON, source: {} },
  );

async function saveState(name: string): Promise<void> {
  await checkSecret(findKeyIds);
  const planted = await plant(provider);
  for (const user of USERS) await connectUser(planted.owner, user, `key-of-${user}-0123456789`);
  const logIds: string[] = [];
  for (const user of ["alice", ...USERS]) logIds.push((await read(planted.owner, user)).log_id);
  await flushToolLogs();
  const folder = path.join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { bytes } = await createBackup({
    place: filePlace(path.join(folder, "server.backup")),
    key: KEY,
    verify: true,
  });
  expect(bytes).toBeLessThan(MAX_BYTES);
  const contents: Contents = {
    planted,
    accounts: await db.connectedAccount.count(),
    logIds,
    migrations: MIGRATIONS.map((migration) => migration.name),
  };
  writeFileSync(path.join(folder, "contents.json"), `${JSON.stringify(contents, null, 2)}\n`);
}

it.runIf(newState)("saves the state of today", () => saveState(newState ?? ""));

it("there is a saved state", () => {
  expect(states).toContain("2026-11");
});

it.each(states)("the state of %s comes up to date, and all of it opens and works", async (name) => {
  const contents = JSON.parse(readFileSync(path.join(FOLDER, name, "contents.json"), "utf8")) as Contents;
  const { planted, accounts, logIds, migrations } = contents;
  const url = await newDatabase(`saved_${name.replace("-", "_")}`);
  const data = newFolder();
  const filesOf = process.env.PATCHBAY_DATA_DIR ?? data;
  await restoreInto(url, path.join(FOLDER, name, "server.backup"));
  const history = await runSql<{ name: string }>(
    url,
    `SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY 1`,
  );
  expect(history.map((row) => row.name)).toEqual(MIGRATIONS.map((migration) => migration.name));
  expect(history.map((row) => row.name)).toEqual(expect.arrayContaining(migrations));
  provider.reset();
  const result = await runOn(url, "restored-child", [provider.baseUrl, JSON.stringify(planted)], {
    PATCHBAY_DATA_DIR: filesOf,
  });
  expect(result).toEqual({
    ...{ opened: accounts, account: "ACTIVE", execution: true, mcp: 200, quiet: true },
    ...{ secret: planted.secret, file: FILE_CONTENT.length },
  });
  expect(new Set(provider.seen.map(({ headers }) => headers.authorization))).toEqual(
    new Set(["Bearer key-of-alice-0123456789"]),
  );
  const logs = await runOn(url, "saved-logs-child", [planted.owner.projectId, ...logIds]);
  expect(logs).toEqual(logIds.map((id) => ({ id, tool: "LOOPBACK_READ", status: "success" })));
});
