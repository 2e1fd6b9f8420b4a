/** A server with something of everything that a backup has to bring along, and another database to restore it into. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { createBackup, type BackupReport } from "@/lib/backup/create-backup";
import type { BackupKey } from "@/lib/backup/container/create-header";
import { filePlace } from "@/lib/backup/places/place";
import { restoreBackup, type RestoreReport } from "@/lib/backup/restore-backup";
import { createAnswerFile } from "@/lib/files/stored-files";
import { env } from "@/lib/kernel/process/env";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { migrate, migrateQueue, migrationsIn } from "@/scripts/start/migrate.mjs";
import { connectUser, generateMcp, MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { installLoopbackToolkit, type Provider } from "@/test/servers/loopback-provider";
import { testProgram } from "../setup/test-program";

export const KEY: BackupKey = { kind: "key", bytes: Buffer.alloc(32, 7) };
export const MIGRATIONS = migrationsIn();

export const newFolder = (): string => mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "backup-"));

/** What the restored server must still know. */
export type Planted = {
  owner: McpOwner;
  accountId: string;
  address: string;
  subscriptionId: string;
  secret: string;
  fileKey: string;
};

export const FILE_CONTENT = Buffer.from("a file of a tool ".repeat(10_000));

/** An account, an MCP address, a receiver of webhooks and a file, in a project of its own. */
export async function plant(provider: Provider): Promise<Planted> {
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  const owner = await newMcpOwner();
  const accountId = await connectUser(owner, "alice", "key-of-alice-0123456789");
  const { id } = await newMcpServer(owner);
  const { users } = await generateMcp(owner, id, { user_ids: ["alice"] });
  const subscription = await createSubscription(owner.projectId, {
    url: provider.baseUrl,
    enabledEvents: ["composio.connected_account.expired"],
    version: "V3",
  });
  const { key } = await createAnswerFile(
    { projectId: owner.projectId, toolkitSlug: "loopback", toolSlug: "LOOPBACK_READ" },
    { name: "a.txt", mimetype: "text/plain", body: [FILE_CONTENT] },
  );
  return {
    owner,
    accountId,
    address: users[0] ?? "",
    subscriptionId: subscription.id,
    secret: subscription.secret,
    fileKey: key,
  };
}

/** Writes a backup into a new file. */
export async function backUp(
  more: { key?: BackupKey; signal?: AbortSignal } = {},
): Promise<BackupReport & { file: string }> {
  const file = path.join(newFolder(), "a.backup");
  const report = await createBackup({ place: filePlace(file), key: KEY, verify: true, ...more });
  return { ...report, file };
}

const onDatabase = (database: string): string => {
  const url = new URL(env().databaseUrl ?? "");
  url.pathname = database;
  return url.href;
};

/** Runs SQL on a database and returns its rows. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A new, empty database. */
export async function newDatabase(name: string): Promise<string> {
  const database = `${new URL(env().databaseUrl ?? "").pathname.slice(1)}_${name}`;
  await runSql(onDatabase("postgres"), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await runSql(onDatabase("postgres"), `CREATE DATABASE ${database} TEMPLATE template0`);
  return onDatabase(database);
}

/** Restores as the command does. */
export async function restoreInto(
  databaseUrl: string,
  file: string,
  { key = KEY, migrations = MIGRATIONS, replace = false, wrapsSecret = false } = {},
): Promise<RestoreReport> {
  await migrateQueue(databaseUrl);
  const report = await restoreBackup({ place: filePlace(file), key, migrations, databaseUrl, replace, wrapsSecret });
  await migrate(databaseUrl);
  return report;
}

/** Runs a child of test/children on another database, and returns what it printed. */
export async function runOn(databaseUrl: string, child: string, args: string[], more = {}): Promise<unknown> {
  const process_ = spawn(process.execPath, [testProgram(`test/children/${child}.ts`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATABASE_URL: databaseUrl, ...more },
  });
  let text = "";
  for await (const chunk of process_.stdout) text += String(chunk);
  return JSON.parse(text) as unknown;
}
