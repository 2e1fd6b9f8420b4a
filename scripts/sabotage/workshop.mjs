// A copy of the project for removing guards, so that the checkout itself never changes.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheDir, inRoot, root } from "../paths.mjs";
import { CommandFailed, runNode } from "../start/run-child.mjs";
import { mutate } from "./mutate.mjs";

/**
 * Inside the project, so that packages are found; the name contains the process id, so that two runs can work at the
 * same time.
 */
const NAME = "sabotage-";
const FOLDER = path.join(cacheDir, `${NAME}${process.pid}`);
const LIMIT_MS = 10 * 60_000;

const isAlive = (pid) => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

/** Removes the folders of processes that ended before they could clean up. */
function removeLeftovers() {
  for (const name of readdirSync(cacheDir))
    if (name.startsWith(NAME) && !isAlive(name.slice(NAME.length)))
      rmSync(path.join(cacheDir, name), { recursive: true, force: true });
}

function copyProject() {
  removeLeftovers();
  rmSync(FOLDER, { recursive: true, force: true });
  const fileList = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of fileList.toString("utf8").split("\0").filter(Boolean))
    cpSync(inRoot(file), path.join(FOLDER, file), { recursive: true, force: true });
  for (const generatedFile of ["generated", "server-routes.ts", "next-env.d.ts"])
    cpSync(inRoot(generatedFile), path.join(FOLDER, generatedFile), { recursive: true, force: true });
  // Tests read the compiled catalog. Compiling takes a minute, and no mutation changes the result.
  mkdirSync(path.join(FOLDER, ".cache"), { recursive: true });
  symlinkSync(path.join(cacheDir, "catalog"), path.join(FOLDER, ".cache", "catalog"));
}

/** The failed tests in vitest's report, by name; null if a file could not be loaded or no test ran. */
function failedTests(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
  const unloaded = report.testResults.some(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
  return unloaded && failed.length === 0 ? null : failed;
}

/**
 * @returns {{ runTests: (tests: string[]) => Promise<{ outcome: "passed" | "failed" | "unclear", failed: string[],
 *   output: string }>, tryMutation: (mutation: import("./mutate.mjs").Mutation) => Promise<{ outcome: "killed" |
 *   "survived" | "unclear", noticed?: string, output: string }>, close: () => void }}
 */
export function makeWorkshop() {
  copyProject();
  const report = path.join(FOLDER, ".cache", "report.json");

  async function runTests(tests, options = []) {
    rmSync(report, { force: true });
    const args = ["run", "--root", FOLDER, "--reporter=json", `--outputFile.json=${report}`, ...options, ...tests];
    const result = await runNode(inRoot("node_modules/vitest/vitest.mjs"), args, {
      what: "vitest",
      cwd: FOLDER,
      timeoutMs: LIMIT_MS,
    }).then(
      (output) => ({ ok: true, output }),
      (error) => ({ ok: false, output: error instanceof CommandFailed ? error.output : String(error.stack) }),
    );
    const failed = failedTests(report);
    if (result.ok) return { outcome: "passed", failed: [], output: result.output };
    return { outcome: failed?.length ? "failed" : "unclear", failed: failed ?? [], output: result.output };
  }

  async function tryMutation(mutation) {
    const file = path.join(FOLDER, mutation.file);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, mutate(whole, mutation));
    try {
      const { outcome, failed, output } = await runTests(mutation.tests, ["--bail=1"]);
      if (outcome === "passed") return { outcome: "survived", output };
      return outcome === "failed" ? { outcome: "killed", noticed: failed[0], output } : { outcome: "unclear", output };
    } finally {
      writeFileSync(file, whole);
    }
  }

  return { runTests, tryMutation, close: () => rmSync(FOLDER, { recursive: true, force: true }) };
}
