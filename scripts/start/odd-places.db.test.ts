/**
 * `npm start` where it cannot work: it ends with one sentence with advice for the operator, and without a stack.
 */
import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";
import { claimDataFolder, describeRuntime, releaseDataFolder } from "./runtime-file.mjs";

let project: string;
const toPath = (...parts: string[]): string => path.join(project, ...parts);

/** The real start command, in a checkout whose packages are installed. */
beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "patchbay-odd-"));
  const isScript = (file: string) => file.endsWith(".mjs") || statSync(file).isDirectory();
  cpSync(inRoot("scripts"), toPath("scripts"), { recursive: true, filter: isScript });
  for (const name of ["lib", "prisma", "node_modules"]) symlinkSync(inRoot(name), toPath(name));
  for (const name of ["package.json", "package-lock.json", "tsconfig.json"]) cpSync(inRoot(name), toPath(name));
  for (const name of [".next/BUILD_ID", "dist/catalog/catalog.json", "nothing.mjs"]) {
    mkdirSync(path.dirname(toPath(name)), { recursive: true });
    writeFileSync(toPath(name), "");
  }
  writeFileSync(toPath("scripts/catalog.mjs"), "");
  writeFileSync(toPath("scripts/start/install-packages.mjs"), "export const installAppPackages = async () => false;");
  writeFileSync(
    toPath("scripts/build/prisma-cli.mjs"),
    `import { inRoot } from "../paths.mjs"; export const prismaCli = inRoot("nothing.mjs"); export const prismaEnv = {};`,
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

type Result = { exitCode: unknown; output: string };
type Options = { env?: Record<string, string>; preload?: string; before?: string };

/** Runs the start command to its end. `before`: shell commands in a mount namespace of the process. */
async function start({ env = {}, preload, before }: Options): Promise<Result> {
  const { DATABASE_URL: _, npm_lifecycle_event: _event, ...inherited } = process.env;
  const command = [
    process.execPath,
    ...(preload ? ["--import", `data:text/javascript,${encodeURIComponent(preload)}`] : []),
    toPath("scripts/start.mjs"),
  ];
  // One stream, because the order of its lines counts.
  const shell = ["sh", "-c", `${before ?? "true"} && exec "$@" 2>&1`, "sh", ...command];
  const [program = "", ...args] = before ? ["unshare", "-m", ...shell] : shell;
  const settings = {
    ...{ PORT: String(await freePort()), NODE_ENV: "production", PATCHBAY_LOG_FORMAT: "text" },
    ...{ PATCHBAY_DATA_DIR: toPath("data"), ...env },
  };
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      ...{ cwd: project, timeout: 120_000, env: { ...inherited, ...settings } as unknown as NodeJS.ProcessEnv },
    });
    return { exitCode: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: unknown; stdout: string };
    return { exitCode: code, output: stdout };
  }
}

function expectSentence({ exitCode, output }: Result, sentence: RegExp): void {
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/^\s+at .*:\d+/m);
  expect(exitCode).toBe(1);
}

const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
const mounted = it.runIf(canMount);

it("on a port that another program uses", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const result = await start({ env: { PORT: String(port) } });
  server.close();
  expectSentence(
    result,
    /Port \d+ on 127\.0\.0\.1 is in use by another program\. Stop it, or choose another port: PORT=/,
  );
});

const OLD_NODE = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.1" } });`;

it("with an old Node", async () => {
  expectSentence(await start({ preload: OLD_NODE }), /^Patchbay needs Node 20\.19 or newer, .* Install a newer Node/);
});

it("by the command line with an old Node", () => {
  const preload = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, inRoot("bin/patchbay"), "start"]);
  expectSentence(
    { exitCode: status, output: String(stderr) },
    /^Patchbay needs Node 20\.19 or newer, .* Install a newer Node/,
  );
});

it("with a file in the place of the data folder", async () => {
  writeFileSync(toPath("file"), "");
  const result = await start({ env: { PATCHBAY_DATA_DIR: toPath("file", "data") } });
  expectSentence(result, /file.* lies below a file, where a folder is needed: move the file away/);
});

mounted("on a read-only disk", async () => {
  mkdirSync(toPath("disk"), { recursive: true });
  const before = `mount -t tmpfs -o size=900m none ${toPath("disk")} && mount -o remount,ro ${toPath("disk")}`;
  const result = await start({ before, env: { PATCHBAY_DATA_DIR: toPath("disk/deep/data") } });
  expectSentence(result, /disk\/deep is on a disk that is mounted read-only: set PATCHBAY_DATA_DIR/);
});

mounted("on a full disk, before the work begins", async () => {
  mkdirSync(toPath("disk"), { recursive: true });
  const before = `mount -t tmpfs -o size=8m none ${toPath("disk")}`;
  const result = await start({ before, env: { PATCHBAY_DATA_DIR: toPath("disk/data") } });
  expectSentence(
    result,
    /The disk of .*disk\/data has 8 MB free, and this start needs 600 MB: make room, or set PATCHBAY/,
  );
  expect(result.output).not.toContain("✓");
});

it.runIf(process.getuid?.() === 0)("in a data folder that this user may not write", async () => {
  mkdirSync(toPath("closed"), { mode: 0o500 });
  // A temporary folder is closed to the other user, who then could not even read the program.
  chmodSync(project, 0o755);
  const preload = `process.setegid(65534); process.seteuid(65534);`;
  const result = await start({ preload, env: { PATCHBAY_DATA_DIR: toPath("closed/data") } });
  expectSentence(result, /may not be read or written by this user: change its owner or mode, or set PATCHBAY_DATA_DIR/);
});

it.runIf(process.getuid?.() === 0)("with settings that this user may not read", async () => {
  chmodSync(project, 0o755);
  writeFileSync(toPath(".env"), "PORT=4000\n", { mode: 0o600 });
  const preload = `process.setegid(65534); process.seteuid(65534);`;
  const result = await start({ preload });
  rmSync(toPath(".env"));
  expectSentence(result, /\.env may not be read or written by this user: change its owner or mode/);
});

it("on the data folder of a newer PostgreSQL, to which it writes nothing", async () => {
  mkdirSync(toPath("newer/postgres"), { recursive: true });
  writeFileSync(toPath("newer/postgres/PG_VERSION"), "99\n");
  const result = await start({ env: { PATCHBAY_DATA_DIR: toPath("newer") } });
  expectSentence(
    result,
    /postgres was written by PostgreSQL 99, and this version of Patchbay brings PostgreSQL \d\d, which/,
  );
  expect(readdirSync(toPath("newer/postgres"))).toEqual(["PG_VERSION"]);
});

it("on the database of a newer version", async () => {
  const url = process.env.DATABASE_URL ?? "";
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
    VALUES ('newer', 'x', '29990101000000_newer', now())`);
  const result = await start({ env: { DATABASE_URL: url } });
  await client.query(`DELETE FROM "_prisma_migrations" WHERE id = 'newer'`);
  await client.end();
  expectSentence(
    result,
    /The database was updated by a newer version of Patchbay: .* Start the newer version, or restore/,
  );
});

it("on a data folder that another copy uses", async () => {
  const dataDir = toPath("shared");
  claimDataFolder(dataDir);
  describeRuntime(dataDir, { port: 4999, publicUrl: "http://localhost:4999" });
  const result = await start({ env: { PATCHBAY_DATA_DIR: dataDir } });
  releaseDataFolder(dataDir);
  expectSentence(
    result,
    /Patchbay already runs on the data folder .*shared.*localhost:4999.*Stop it first, or set PATCHBAY/,
  );
  expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
});

it("with too little memory, of which it tells before the work begins", async () => {
  const preload = `process.constrainedMemory = () => 400 * 2 ** 20;`;
  // A data folder that ends the start soon afterwards.
  mkdirSync(toPath("memory/postgres"), { recursive: true });
  writeFileSync(toPath("memory/postgres/PG_VERSION"), "99\n");
  const { output } = await start({ preload, env: { PATCHBAY_DATA_DIR: toPath("memory") } });
  expect(output).toMatch(/^This machine has 400 MB of memory, and the server needs 700 MB: .* Give it more memory\./);
});
