// Starts the built product on a throw-away data folder for the bench, with an account on the bench's own provider.
import { execFile, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { inRoot, root as ownRoot } from "../scripts/paths.mjs";
import { freePort } from "../scripts/postgres/postgres.mjs";
import { partsOf } from "./processes.mjs";

const READY = "Patchbay is running at";
const START_TIMEOUT_MS = 900_000;

/**
 * A server of the bench in a process of its own, so that its CPU time counts apart: the provider, or the bare forwarder
 * to one.
 */
export function startServer(file, args = []) {
  const child = fork(inRoot("bench", file), args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`bench/${file} ended with code ${code}.`)));
    child.once("message", (port) =>
      resolve({ url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.disconnect() }),
    );
  });
}

function untilReady(child) {
  let output = "";
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The product did not start in time:\n${output}`)), START_TIMEOUT_MS);
    const take = (chunk) => {
      output += chunk;
      if (!output.includes(READY)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`The product ended with code ${code}:\n${output}`));
    });
  });
}

/** Makes the first person and a project; gives what `npm run provision` prints. */
export async function provision(root, env, project = "default") {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, "scripts/provision.mjs"), "--email", "bench@example.com", "--project", project],
    { cwd: root, env },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/** The environment of a product on a folder and a port. */
export const productEnv = (baseEnv, dataDir, port) => ({
  ...baseEnv,
  NODE_ENV: "production",
  PORT: String(port),
  PATCHBAY_DATA_DIR: dataDir,
  PATCHBAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  PATCHBAY_OUTBOUND_ALLOW: "127.0.0.1:*",
  PATCHBAY_WEBHOOK_ALLOW: "127.0.0.1:*",
  PATCHBAY_LOG_FORMAT: "text",
});

/**
 * Starts the product; gives its process once it is ready.
 * @param {Record<string, string | undefined>} env
 * @param {{ nodeFlags?: string[], root?: string, onStart?: (child: import("node:child_process").ChildProcess) => void
 * }} options
 */
export async function launchProduct(env, { nodeFlags = [], root = ownRoot, onStart = () => {} } = {}) {
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, "scripts/start.mjs")], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart(child);
  await untilReady(child);
  return child;
}

/**
 * @param {Record<string, string | undefined>} baseEnv
 * @param {string[]} nodeFlags for a profile
 * @param {string} root the checkout whose product is started
 */
export async function startProduct(baseEnv, nodeFlags = [], root = ownRoot) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "patchbay-bench-"));
  const port = await freePort();
  const env = productEnv(baseEnv, dataDir, port);
  let child;
  const starting = launchProduct(env, { nodeFlags, root, onStart: (started) => void (child = started) });
  const end = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await end;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await starting;
    const { api_key: key, password } = await provision(root, env);
    const url = `http://127.0.0.1:${port}`;
    const product = { url, key, password, pid: partsOf(child.pid).server, startPid: child.pid, dataDir, stop };
    const newProject = async (name) => ({ ...product, key: (await provision(root, env, name)).api_key });
    return { ...product, newProject };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects an account with a bearer token whose requests go to the bench's provider; gives its id. */
export async function connectAccount({ url, key }, upstreamUrl, user = "bench") {
  const post = async (path, body) => {
    const answer = await fetch(`${url}/api/v3${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const {
    auth_config: { id },
  } = await post("/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: {
        client_id: "bench",
        client_secret: "a-secret-of-the-length-that-providers-give",
        base_url: upstreamUrl,
      },
    },
  });
  const account = await post("/connected_accounts", {
    auth_config: { id },
    connection: {
      user_id: user,
      state: { authScheme: "OAUTH2", val: { status: "ACTIVE", access_token: "bench-token" } },
    },
  });
  return account.id;
}
