/** A checkout with the packages of a running server alone: its start builds nothing, and names what is missing. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

let project: string;
const toPath = (...parts: string[]): string => path.join(project, ...parts);
const OUTPUTS = [
  ...["dist/settings.mjs", "dist/server.mjs", "dist/page-server.mjs", "dist/compile-worker.mjs", "dist/operator.mjs"],
  ...["dist/catalog/catalog.json", ".next/BUILD_ID"],
];

function write(file: string, text = ""): void {
  mkdirSync(path.dirname(toPath(file)), { recursive: true });
  writeFileSync(toPath(file), text);
}

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "patchbay-run-packages-"));
  const isScript = (file: string) => file.endsWith(".mjs") || statSync(file).isDirectory();
  cpSync(inRoot("scripts"), toPath("scripts"), { recursive: true, filter: isScript });
  symlinkSync(inRoot("lib"), toPath("lib"));
  for (const name of ["package.json", "package-lock.json"]) cpSync(inRoot(name), toPath(name));
  write("npm-cli.js", `require("node:fs").writeFileSync(${JSON.stringify(toPath("npm-ran"))}, "");`);
});
beforeEach(() => {
  for (const name of ["node_modules", "dist", ".next", ".cache", "npm-ran"])
    rmSync(toPath(name), { recursive: true, force: true });
  write("node_modules/.package-lock.json", "{}");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; output: string } {
  const env = { PATH: process.env.PATH, npm_execpath: toPath("npm-cli.js"), PATCHBAY_LOG_FORMAT: "text" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd: project, encoding: "utf8", timeout: 60_000, env: env as unknown as NodeJS.ProcessEnv },
  });
  return { status, output: stdout + stderr };
}

/** A step of a build as the start runs it: with its hash and its output. */
const step = (hash: string) =>
  run(
    "--input-type=module",
    "-e",
    `const { makeOnce } = await import("./scripts/start/make-once.mjs");
     const ran = await makeOnce("server", ${JSON.stringify(hash)}, ["dist/server.mjs"], () => console.log("built"))
       .catch((error) => error.message);
     console.log(ran);`,
  ).output.trim();

it("refuses a start before a build, in a sentence, and runs no npm", () => {
  const { status, output } = run("scripts/start.mjs");
  expect(output.trim()).toBe(
    "This folder has only the packages of a running server (npm ci --omit=dev), and dist/settings.mjs is not built: " +
      "run npm run build, which installs what it needs, and start again.",
  );
  expect([status, existsSync(toPath("npm-ran"))]).toEqual([1, false]);
});

it("takes what was built there, or copied there without records, as it is", () => {
  for (const output of OUTPUTS) write(output);
  expect(step("a")).toBe("false");
  write(".cache/stamps/server", "a");
  expect(step("a")).toBe("false");
});

it("refuses to run what was built from other sources, or is not there", () => {
  expect(step("a")).toMatch(/^This folder .* and dist\/server\.mjs is not built: run npm run build/);
  write("dist/server.mjs");
  write(".cache/stamps/server", "b");
  expect(step("a")).toMatch(/ the sources of dist\/server\.mjs changed after it was built: run npm run build/);
});

it.each([
  ["all packages", () => write("node_modules/esbuild/package.json")],
  ["an interrupted installation", () => write(".cache/packages-unfinished", "--omit=dev")],
  ["no packages", () => rmSync(toPath("node_modules"), { recursive: true })],
])("builds in a folder with %s", (_, prepare) => {
  prepare();
  expect(step("a")).toBe("built\ntrue");
});
