/** The unmodified SDKs from before version 3, of npm and PyPI, against the API that their paths name. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  findOlderSdk,
  NPM_VERSIONS,
  npmFolder,
  prepareOlderSdks,
  PYTHON_VERSION,
  pythonProgram,
} from "@/scripts/check/older-sdks.mjs";
import { LOGIN, startApi, type Api } from "@/test/servers/api";

await prepareOlderSdks();
let api: Api;

beforeAll(async () => void (api = await startApi(["github", "shopify", "hackernews"])));
afterAll(() => api.stop());

const childPath = (name: string): string => fileURLToPath(new URL(`../children/${name}`, import.meta.url));

/** Runs a driver with a home of its own. @returns name of a method to "ok", or the error */
async function drive(command: string, args: readonly string[]): Promise<Record<string, string>> {
  const account = await api.connect("github", "ada");
  const home = mkdtempSync(path.join(tmpdir(), "older-sdk-"));
  const child = spawn(command, [...args, api.url, api.key, account, LOGIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: home, TELEMETRY_DISABLED: "true", COMPOSIO_LOGGING_LEVEL: "error" },
  });
  let [output, problems] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, string>;
}

function expectAllToPass(results: Record<string, string>, atLeast: number): void {
  const failures = Object.entries(results).flatMap(([name, result]) => (result === "ok" ? [] : `${name}: ${result}`));
  expect(failures.join("\n")).toBe("");
  expect(Object.keys(results).length).toBeGreaterThanOrEqual(atLeast);
}

const [newest = "", oldest = ""] = NPM_VERSIONS;
const DRIVERS = [
  [`composio-core ${newest}`, newest, process.execPath, [childPath("older-sdk-child.mjs"), npmFolder(newest)], 60],
  [`composio-core ${oldest}`, oldest, process.execPath, [childPath("oldest-sdk-child.mjs"), npmFolder(oldest)], 35],
  [`composio_core ${PYTHON_VERSION}`, "python", pythonProgram(), [childPath("older-sdk-child.py")], 45],
] as const;

for (const [name, version, command, args, atLeast] of DRIVERS) {
  const { isHere, without } = findOlderSdk(version);
  it.skipIf(!isHere)(`every method of ${name} works as in its documents${without}`, async () => {
    expectAllToPass(await drive(command, args), atLeast);
  });
}
