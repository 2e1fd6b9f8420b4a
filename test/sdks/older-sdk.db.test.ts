/** The unmodified composio-core, the npm package from before version 3, against the API that its paths name. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { LOGIN, startApi, type Api } from "@/test/servers/api";

const VERSION = "0.5.39";
/** What it only asks its users to have comes from this project's own packages. */
const FOLDER = inRoot(`.cache/older-sdk/${VERSION}`);

/** Installs the package once. @returns whether it is there */
function installSdk(): boolean {
  if (existsSync(path.join(FOLDER, "node_modules/composio-core/package.json"))) return true;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, "package.json"), JSON.stringify({ private: true, name: "older-sdk" }));
  const how = ["--save-exact", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", ["install", ...how, `composio-core@${VERSION}`], {
    cwd: FOLDER,
    stdio: "ignore",
  });
  return status === 0;
}

const isInstalled = installSdk();
const without = isInstalled ? "" : " (not run: the package could not be installed)";
let api: Api;

beforeAll(async () => {
  if (isInstalled) api = await startApi(["github", "shopify", "hackernews"]);
});
afterAll(() => api?.stop());

async function drive(accountId: string): Promise<Record<string, string>> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("../children/older-sdk-child.mjs", import.meta.url)),
      FOLDER,
      api.url,
      api.key,
      accountId,
      LOGIN,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: FOLDER, TELEMETRY_DISABLED: "true" } },
  );
  let [output, problems] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, string>;
}

it.skipIf(!isInstalled)(`every method of composio-core ${VERSION} works as in its documents${without}`, async () => {
  const results = await drive(await api.connect("github", "ada"));
  const failures = Object.entries(results).flatMap(([name, result]) => (result === "ok" ? [] : `${name}: ${result}`));
  expect(failures.join("\n")).toBe("");
  expect(Object.keys(results).length).toBeGreaterThan(50);
});
