/** Starts the real product for a test: `npm start`'s own script, on a new data folder and a free port. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot, root } from "../../scripts/paths.mjs";
import { freePort } from "../../scripts/postgres.mjs";

const READY = "Patchbay is running at";
const START_TIMEOUT_MS = 240_000;

export type Product = {
  /** `http://localhost:<port>`, without a trailing slash. */
  url: string;
  dataDir: string;
  /** What the server wrote so far. */
  output: () => string;
  pid: number;
  /** Ends it in order and removes the data folder. */
  stop: () => Promise<void>;
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

/** The environment that the product and the commands beside it (`provision`) share. */
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
  PATCHBAY_LOG_LEVEL: "warn",
  PATCHBAY_CHECK_OUTPUT: "always",
  ...extra,
});

/**
 * @param extra settings beyond the usual ones of a test
 * @param known the data folder that an earlier product left, and its port; new ones unless told. `script` is what runs instead of `npm start`'s
 * @throws with everything the server wrote, when it ends before it is ready
 */
export async function startProduct(
  extra: Record<string, string> = {},
  known: { dataDir?: string; port?: number; script?: string } = {},
): Promise<Product> {
  const dataDir = known.dataDir ?? mkdtempSync(path.join(tmpdir(), "patchbay-e2e-"));
  const port = known.port ?? (await freePort());
  const [command = "", ...args] = [...tether(), process.execPath, inRoot(known.script ?? "scripts/start.mjs")];
  const child = spawn(command, args, {
    cwd: root,
    env: productEnvironment(dataDir, port, extra),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => {
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
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
