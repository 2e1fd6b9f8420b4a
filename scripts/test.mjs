// `npm test`: every check and test, from a fresh checkout, with everything it needs. Its last line counts them.
import "./start/node-version.mjs";
import { chmodSync, rmSync } from "node:fs";
import path from "node:path";
import { notRun, prepareDebianProviders } from "./debian/servers.mjs";
import { prepareOlderSdks } from "./check/older-sdks.mjs";
import { prepareTestPackages } from "./check/test-packages.mjs";
import { installPackages } from "./start/install-packages.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode, stopChildren } from "./start/run-child.mjs";
import { findFastFolder, makeRunFolder } from "./check/run-folder.mjs";
import { describeDuration, findFlaky, findSlowest } from "./check/slowest-tests.mjs";
import { countPlaywright, countVitest } from "./check/test-counts.mjs";

const MINUTE = 60_000;
/** A step that takes longer does not go on: it takes a sixth of that on a quiet machine. */
const HANGS = 90 * MINUTE;
const KIND = "patchbay-test-run-";
const folder = makeRunFolder(KIND);
/** For data of started products. */
const fastFolder = makeRunFolder(KIND, findFastFolder());
// All temporary files of the tests are deleted with the folders of the run.
process.env.TMPDIR = folder;
// PostgreSQL sometimes must run as another user (scripts/postgres/postgres-user.mjs), who has to traverse the folder.
for (const place of [folder, fastFolder]) chmodSync(place, 0o711);
/** One row for each step: {name, passed, failed, skipped, seconds}. */
const rows = [];
/** The last lines of failed steps, shown again at the end, where people look. */
const endings = [];
const ENDING_LINES = 80;
/** Reports of the runners; the slowest tests are read from them. */
const reports = { vitest: path.join(folder, "vitest.json"), playwright: path.join(folder, "playwright.json") };
const SLOWEST = 20;

const count = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
const secondsSince = (since) => (performance.now() - since) / 1000;
const show = (line) => console.log(`  ${line}`);

function addRow(name, seconds, counts) {
  rows.push({ name, seconds, ...counts });
  console.log(`${counts.failed === 0 ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
}

/** Shows what a failed step wrote, now and at the end. */
function addFailure(name, text) {
  console.log(text);
  endings.push({ name, lines: text.split("\n").slice(-ENDING_LINES) });
}

/**
 * A step that is one test: it passes or fails as a whole. Its output is shown when it ends, because other steps can run
 * at the same time.
 */
async function wholeStep(name, work) {
  const since = performance.now();
  const lines = [];
  const failure = await work((line) => lines.push(`  ${line}`)).then(
    () => undefined,
    (error) => error,
  );
  addRow(name, secondsSince(since), count(!failure));
  if (lines.length > 0) console.log(lines.join("\n"));
  if (failure) addFailure(name, `${failure.message}\n${failure.output ?? failure.stack}`);
  return !failure;
}

/** A step with its own tests, counted from its report. */
async function runnerStep(name, script, args, { env, report, counts, timeoutMs }) {
  const since = performance.now();
  const lines = [];
  const onLine = (line) => {
    show(line);
    lines.push(line);
    if (lines.length > ENDING_LINES) lines.shift();
  };
  const failure = await runNode(inRoot("node_modules", script), args, { what: name, env, onLine, timeoutMs }).then(
    () => undefined,
    (error) => error,
  );
  const took = secondsSince(since);
  if (failure && took * 1000 >= timeoutMs) lines.push(`It did not end within ${timeoutMs / MINUTE} minutes.`);
  if (failure) endings.push({ name, lines: [...lines, failure.message] });
  addRow(name, took, counts(report, !failure));
}

/** Runs the checks and the production build, two at a time. Returns whether the build passed. */
async function checkAndBuild({ TYPED_CHECKS, OTHER_CHECKS, runChecks }, setUp) {
  const report = ({ name, ok, seconds, output }) => {
    addRow(name, seconds, count(ok));
    if (!ok) addFailure(name, output.trim());
  };
  await runChecks(TYPED_CHECKS, report);
  const build = ["production build", () => buildProduct(setUp)];
  const [[{ ok }]] = await Promise.all([runChecks([build], report, 1), runChecks(OTHER_CHECKS, report, 1)]);
  return ok;
}

/** The bundles and the catalog take one processor at most, and the pages cannot use two all the time. */
async function buildProduct(setUp) {
  const bundleAll = async () => {
    for (const bundle of ["bundleSettings", "bundleServer", "bundleOperator", "bundleCli"]) await setUp[bundle]();
    await setUp.compileCatalog();
  };
  await Promise.all([setUp.buildPages(undefined, { withApi: true }), bundleAll()]);
}

function unitAndIntegration() {
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reports.vitest}`];
  return runnerStep("unit and integration", "vitest/vitest.mjs", args, {
    report: reports.vitest,
    counts: countVitest,
    timeoutMs: HANGS,
  });
}

/** The release is written, and used as an operator does; most of that is starting, stopping and waiting. */
const releaseStory = () =>
  wholeStep("release", async (onLine) => {
    await runNode(inRoot("scripts/release.mjs"), ["--no-build"], { what: "npm run release" });
    const env = { TMPDIR: fastFolder };
    await runNode(inRoot("scripts/release/story.mjs"), [], { what: "The release", env, onLine });
  });

async function browserTests() {
  const { requireChromium } = await import("./debian/chromium.mjs");
  let chromium;
  if (
    !(await wholeStep("Chromium", async () => {
      chromium = await requireChromium();
    }))
  )
    return;
  const env = {
    TMPDIR: fastFolder,
    PATCHBAY_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reports.playwright,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
  };
  await runnerStep("browser and SDK", "@playwright/test/cli.js", ["test"], {
    env,
    report: reports.playwright,
    counts: countPlaywright,
    timeoutMs: HANGS,
  });
}

async function runAll() {
  // Downloads wait for the network while the checks use the processor. They need no package of this project.
  const downloads = Promise.all([prepareDebianProviders(), prepareOlderSdks().then(() => prepareTestPackages())]);
  try {
    await runSteps(downloads);
  } finally {
    await downloads;
  }
}

async function runSteps(downloads) {
  if (!(await wholeStep("packages", installPackages))) return;
  const checks = await import("./check/checks.mjs");
  const setUp = await import("./start/set-up.mjs");
  if (!(await wholeStep("generated code", checks.generate))) return;
  const isBuilt = await checkAndBuild(checks, setUp);
  await downloads;
  // The tests wait for databases and the release for servers: together they fill the processor.
  await Promise.all([unitAndIntegration(), isBuilt && releaseStory()]);
  if (isBuilt) await browserTests();
}

function printTable() {
  const cells = rows.map((row) => [
    row.name,
    String(row.passed),
    String(row.failed),
    String(row.skipped),
    `${row.seconds.toFixed(1)} s`,
  ]);
  console.log("");
  for (const [name, ...rest] of [["step", "passed", "failed", "skipped", "time"], ...cells])
    console.log(name.padEnd(24) + rest.map((cell) => cell.padStart(10)).join(""));
}

const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);

process.chdir(root);
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    stopChildren();
    process.exitCode = 1;
  });
// A developer's own settings must not reach the tests.
for (const name of Object.keys(process.env))
  if (name.startsWith("PATCHBAY_") || name === "DATABASE_URL") delete process.env[name];
let [slowest, flaky] = [[], []];
try {
  await runAll();
} finally {
  slowest = findSlowest(Object.values(reports), SLOWEST);
  flaky = findFlaky(Object.values(reports));
  for (const place of [folder, fastFolder]) rmSync(place, { recursive: true, force: true });
}
for (const { name, lines } of endings)
  console.log([`\nThe end of ${name}:`, ...lines.map((line) => `  ${line}`)].join("\n"));
for (const [title, tests] of [
  ["The slowest tests:", slowest],
  ["Passed only when tried again:", flaky],
])
  if (tests.length > 0) console.log([`\n${title}`, ...tests.map((test) => `  ${describeDuration(test)}`)].join("\n"));
printTable();
console.log("");
// What a machine lacks is looked for in the installed packages.
if (rows.length > 1) for (const line of notRun()) console.log(line);
const [passed, failed, skipped] = [total("passed"), total("failed"), total("skipped")];
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : process.exitCode;
