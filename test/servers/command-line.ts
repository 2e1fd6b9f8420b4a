/** The product on a port with the toolkit `loopback`, and `bin/patchbay` as a child process that calls it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { inRoot } from "@/scripts/paths.mjs";
import { bundleCli } from "@/scripts/start/set-up.mjs";
import { createTestOwner } from "../builders/owners";
import { freePort } from "../builders/triggers";
import { MCP_TOOLS } from "../clients/mcp-api";
import { forgetSettings } from "../setup/process-memory";
import { listen } from "./api";
import { installLoopbackToolkit, startProvider, type Provider } from "./loopback-provider";

export type Product = {
  url: string;
  key: string;
  projectId: string;
  provider: Provider;
  stop: () => Promise<void>;
};

/** Starts everything, with a project and its key. */
export async function startProduct(): Promise<Product> {
  await bundleCli();
  const port = await freePort();
  process.env.PATCHBAY_PUBLIC_URL = `http://127.0.0.1:${port}`;
  forgetSettings();
  const provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  const { server, url } = await listen(port);
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "command line" });
  return {
    url,
    key,
    projectId,
    provider,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await provider.close();
    },
  };
}

/** A home folder of its own, so that no profile of the developer is read. */
const home = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-home-"));

export type CommandLine = {
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
};

/** Starts `bin/patchbay` as a program that has no settings but these. */
export function spawnPatchbay({ args, env = {}, cwd = home }: CommandLine): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [inRoot("bin/patchbay"), ...args], {
    cwd,
    stdio: "pipe",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: home,
      PATCHBAY_DATA_DIR: path.join(home, "no-data"),
      ...env,
    },
  });
}

/** The environment of a command that calls the product. */
export const toEnvironment = ({ url, key }: Pick<Product, "url" | "key">): Record<string, string> => ({
  PATCHBAY_URL: url,
  PATCHBAY_API_KEY: key,
});

export type Result = { exitCode: number | null; stdout: string; stderr: string };

/** Collects what a program writes until it ends. */
export async function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, ...output };
}

/** Runs `bin/patchbay` to its end. */
export function runPatchbay(args: readonly string[], options: Omit<CommandLine, "args"> & { input?: string } = {}) {
  const child = spawnPatchbay({ args, ...options });
  // A program that reads no input can have ended already.
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  return waitForEnd(child);
}
