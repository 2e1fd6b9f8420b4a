/** Starts the real product for a test: `npm start`'s own script, on a new data folder and a free port. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot, root } from "../../scripts/paths.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";

const READY = "Patchbay is running at";
/** Against a start that hangs: on a busy machine the pages alone can take ten minutes to build. */
const START_TIMEOUT_MS = 20 * 60_000;

export type Product = {
  /** `http://localhost:<port>`, without a trailing slash. */
  url: string;
  dataDir: string;
  /** What the server wrote so far. */
  output: () => string;
  pid: number;
  /** Ends it in order and removes the data folder. */
  stop: () => Promise<void>;
  /** Ends it in order; the data folder stays. */
  end: () => Promise<void>;
  /** kill -9: no chance to end anything in order. The data folder stays. */
  kill: () => Promise<void>;
};

/** The environment without the developer's own settings. */
const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("PATCHBAY_") && !["DATABASE_URL", "PORT", "HOST", "NODE_ENV"].includes(name),
    ),
  );

/** If the test runner is killed, the product gets the signal that stops it in order. */
const tether = (): string[] =>
  spawnSync("setpriv", ["--pdeathsig", "TERM", "true"], { stdio: "ignore" }).status === 0
    ? ["setpriv", "--pdeathsig", "TERM"]
    : [];

/** The environment that the product and its commands (`provision`) share. */
export const productEnvironment = (
  dataDir: string,
  port: number,
  extra: Record<string, string> = {},
): NodeJS.ProcessEnv => ({
  ...cleanEnvironment(),
  NODE_ENV: "production",
  PORT: String(port),
  PATCHBAY_DATA_DIR: dataDir,
  PATCHBAY_PUBLIC_URL: `http://localhost:${port}`,
  PATCHBAY_OUTBOUND_ALLOW: "127.0.0.1:*,localhost:*",
  PATCHBAY_WEBHOOK_ALLOW: "127.0.0.1:*,localhost:*",
  PATCHBAY_DOCS_EDIT_URL: "https://git.example.com/docs",
  PATCHBAY_LOG_LEVEL: "warn",
  PATCHBAY_LOG_FORMAT: "text",
  PATCHBAY_CHECK_OUTPUT: "always",
  ...extra,
});

/**
 * Names a data folder with the catalog in it and nothing else: loading that takes longer than all else of a first
 * start.
 */
export const PREPARED_VARIABLE = "PATCHBAY_E2E_PREPARED";

/** A new data folder with nothing in it. */
export const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), "patchbay-e2e-"));

/** A new data folder: a copy of the prepared one, where there is one. */
function newDataFolder(): string {
  const folder = emptyFolder();
  const prepared = process.env[PREPARED_VARIABLE];
  // Its files belong to several users.
  if (prepared) execFileSync("cp", ["-a", `${prepared}/.`, folder]);
  return folder;
}

/**
 * @param extra settings beyond the usual settings of a test
 * @param existing the data folder that an earlier product left, or that is to be filled, and its port; by
 *   default both are new. `script` runs instead of `npm start`'s script, and fills its own data folder
 * @throws with everything the server wrote, when it ends before it is ready
 */
export async function startProduct(
  extra: Record<string, string> = {},
  existing: { dataDir?: string; port?: number; script?: string } = {},
): Promise<Product> {
  const dataDir = existing.dataDir ?? (existing.script ? emptyFolder() : newDataFolder());
  const port = existing.port ?? (await freePort());
  const [command = "", ...args] = [...tether(), process.execPath, inRoot(existing.script ?? "scripts/start.mjs")];
  const child = spawn(command, args, {
    cwd: root,
    env: productEnvironment(dataDir, port, extra),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exit = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGTERM");
      reject(new Error(`The product did not start in time:\n${output}`));
    }, START_TIMEOUT_MS);
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!output.includes(READY)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`The product ended (exit code ${code}) before it was ready:\n${output}`));
    });
  });
  const end = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exit;
  };
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    pid: child.pid ?? 0,
    stop: async () => {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
    end,
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
}
