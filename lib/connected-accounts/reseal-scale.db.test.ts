/**
 * Many accounts get a new secret while tools are executed with them, and the process that seals them again is killed in
 * the middle, again and again.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { activeKeyId, openJson, seal } from "@/lib/kernel/process/vault";
import { executeTool } from "@/lib/execution/execute-tool";
import { ON } from "@/test/builders/origin";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  type Provider,
  startProvider,
} from "@/test/servers/loopback-provider";
import { useSecrets } from "@/test/setup/secrets";
import { testProgram } from "@/test/setup/test-program";

/** `npm run soak -- reseal` makes it more. */
const ACCOUNTS = Number(process.env.PATCHBAY_SOAK_RESEAL ?? 2000);
const CALLERS = 4;
const SEEDS = 1000;
/** Parts of the values that are left when a process is killed. */
const KILLS = [0.8, 0.5, 0.2];
const CHILD = testProgram("test/children/reseal-child.ts");
const [OLD, NEW] = ["old", "new"].map((name) => `the ${name} secret of this test ${"-".repeat(32)}`) as [
  string,
  string,
];
const COLUMN = "connected_account.credentials";
const KEY = "key-of-account";
const tell = (line: string) => process.stdout.write(`${line}\n`);

let provider: Provider;
let projectId: string;
const idOf = (n: number): string => `ca_reseal${n}`;
/** An account that comes after all others, and that nobody calls. */
const LAST = "ca_s_last";
const tokenOf = (n: number): string => `${KEY}-${n}-`;
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex").slice(0, 16);

const COPY = `INSERT INTO connected_account
  SELECT (jsonb_populate_record(c, jsonb_build_object('id', b.id, 'user_id', b.id, 'credentials', b.sealed))).*
  FROM connected_account c, unnest($1::text[], $2::text[]) AS b(id, sealed) WHERE c.id = $3`;

/** Copies the connected account; each copy has a key of its own, sealed with the old secret. */
async function seedAccounts(): Promise<void> {
  const { id, credentials } = await db.connectedAccount.findFirstOrThrow({ where: { projectId } });
  const text = JSON.stringify(openJson(credentials ?? "", { projectId, rowId: id, column: COLUMN }));
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  for (let from = 0; from < ACCOUNTS; from += SEEDS) {
    const numbers = Array.from({ length: Math.min(SEEDS, ACCOUNTS - from) }, (_, index) => from + index);
    const sealed = numbers.map((n) =>
      seal(text.replaceAll(KEY, tokenOf(n)), { projectId, rowId: idOf(n), column: COLUMN }),
    );
    await client.query(COPY, [numbers.map(idOf), sealed, id]);
  }
  await client.query(COPY, [[LAST], [seal(text, { projectId, rowId: LAST, column: COLUMN })], id]);
  await client.end();
}

beforeAll(async () => {
  useSecrets(OLD);
  await checkSecret(findKeyIds);
  provider = await startProvider();
  // A key that comes back in an answer is hidden, so the provider answers with its hash.
  provider.answer = ({ headers }, response) => {
    const [token = ""] = /key-of-account-\d+-/.exec(JSON.stringify(headers)) ?? [];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ proof: hashOf(token) }));
  };
  await installLoopbackToolkit(provider.baseUrl, [
    {
      slug: "LOOPBACK_WHO",
      input: { type: "object", properties: {} },
      request: { method: "GET", path: "/", parameters: [] },
    },
  ]);
  ({ projectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", KEY);
  await seedAccounts();
}, 600_000);
afterAll(async () => {
  useSecrets(OLD);
  await provider.close();
});

/** Executes tools with random accounts. @returns ends the calls, and gives their number and those that failed */
function callAccounts() {
  const calls = { count: 0, failures: [] as string[] };
  let isOver = false;
  const call = async (): Promise<void> => {
    const n = Math.floor(Math.random() * ACCOUNTS);
    const { successful, data, error } = await executeTool(
      { projectId, settings: { storePayloads: false } },
      "LOOPBACK_WHO",
      { connected_account_id: idOf(n) },
      { ...ON, source: {} },
    );
    calls.count++;
    if (!successful || !JSON.stringify(data).includes(hashOf(tokenOf(n))))
      calls.failures.push(`${idOf(n)}: ${String(error)}`);
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) await call().catch((error: unknown) => calls.failures.push(String(error)));
  });
  return async () => {
    isOver = true;
    await Promise.all(callers);
    return calls;
  };
}

const countLeft = async (): Promise<number> =>
  db.connectedAccount.count({ where: { projectId, NOT: { credentials: { startsWith: `v1.${activeKeyId()}.` } } } });

function startChild(): ChildProcess {
  return fork(CHILD, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Locks the last of the values, so that a child cannot end before it is killed, however late that is. */
async function holdLast(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM connected_account WHERE id = $1 FOR NO KEY UPDATE", [LAST]);
  return () => client.end();
}

/** Starts the child, and kills it as soon as so many values are left; null lets it end. */
async function reseal(killAt: number | null): Promise<number> {
  const release = killAt === null ? undefined : await holdLast();
  const child = startChild();
  const exit = once(child, "exit");
  if (killAt !== null) {
    // Otherwise the poll waits ten minutes for a child that has ended.
    const early = exit.then(() => Promise.reject(new Error("The child ended before it was killed.")));
    const arrived = expect.poll(countLeft, { timeout: 600_000, interval: 20 }).toBeLessThanOrEqual(killAt);
    await Promise.race([arrived, early]);
    child.kill("SIGKILL");
  }
  await exit;
  const left = await countLeft();
  await release?.();
  return left;
}

/** How many accounts have a value of the present secret with their own key in it. */
async function countOpen(): Promise<number> {
  let open = 0;
  for (let after = ""; ; ) {
    const rows = await db.connectedAccount.findMany({
      where: { projectId, id: { gt: after, startsWith: "ca_reseal" } },
      orderBy: { id: "asc" },
      take: SEEDS,
      select: { id: true, credentials: true },
    });
    for (const { id, credentials } of rows) {
      const values = JSON.stringify(openJson(credentials ?? "", { projectId, rowId: id, column: COLUMN }));
      if (values.includes(tokenOf(Number(id.slice("ca_reseal".length))))) open++;
    }
    after = rows.at(-1)?.id ?? "";
    if (rows.length < SEEDS) return open;
  }
}

it("no call fails, and every account opens with the new secret alone", { timeout: 3_600_000 }, async () => {
  useSecrets(NEW, [OLD]);
  await checkSecret(findKeyIds);
  const stop = callAccounts();
  const since = performance.now();
  const left: number[] = [];
  for (const part of KILLS) left.push(await reseal(ACCOUNTS * part));
  expect(left.every((count) => count > 0)).toBe(true);
  expect(await reseal(null)).toBe(0);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  useSecrets(NEW);
  await checkSecret(findKeyIds);
  const { count, failures } = await stop();
  const open = await countOpen();
  tell(
    `${ACCOUNTS} accounts sealed again in ${seconds} s, killed with ${left.join(", ")} left; ` +
      `${count} executions meanwhile, ${failures.length} failed; ${open} accounts open with the new secret alone`,
  );
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(0);
  expect(open).toBe(ACCOUNTS);
});
