/** The unmodified SDKs from before version 3, of npm and PyPI, against the API that their paths name. */
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
import { driveOlderProgram } from "@/test/clients/drive-older-program";
import { LOGIN, startApi, type Api } from "@/test/servers/api";

await prepareOlderSdks();
let api: Api;

beforeAll(async () => void (api = await startApi(["github", "shopify", "hackernews"])));
afterAll(() => api.stop());

const childPath = (name: string): string => fileURLToPath(new URL(`../children/${name}`, import.meta.url));

async function drive(command: string, args: readonly string[]): Promise<Record<string, string>> {
  const account = await api.connect("github", "ada");
  return driveOlderProgram(command, [...args, api.url, api.key, account, LOGIN]);
}

function expectAllToPass(results: Record<string, string>, atLeast: number): void {
  const failures = Object.entries(results).flatMap(([name, result]) => (result === "ok" ? [] : `${name}: ${result}`));
  expect(failures.join("\n")).toBe("");
  expect(Object.keys(results).length).toBeGreaterThanOrEqual(atLeast);
}

const [newest = "", oldest = ""] = NPM_VERSIONS;
const DRIVERS = [
  [
    `composio-core ${newest}`,
    newest,
    process.execPath,
    [childPath("older-sdk-child.mjs"), npmFolder(newest), "objects"],
    60,
  ],
  [
    `composio-core ${oldest}`,
    oldest,
    process.execPath,
    [childPath("older-sdk-child.mjs"), npmFolder(oldest), "lists"],
    35,
  ],
  [`composio_core ${PYTHON_VERSION}`, "python", pythonProgram(), [childPath("older-sdk-child.py")], 45],
] as const;

for (const [name, version, command, args, atLeast] of DRIVERS) {
  const { isHere, without } = findOlderSdk(version);
  it.skipIf(!isHere)(`every method of ${name} works as in its documents${without}`, async () => {
    expectAllToPass(await drive(command, args), atLeast);
  });
}
