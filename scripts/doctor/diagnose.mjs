// The checks of `patchbay doctor`: this machine and this installation, each with advice. They change nothing.
import { pathToFileURL } from "node:url";
import { dataDirectory, inRoot, loadEnvFile, release, root } from "../paths.mjs";
import { loadOperator } from "../start/load-operator.mjs";
import { checkClock, checkDatabase } from "./database.mjs";
import { checkCatalog, checkFolder, checkPort, checkSecret } from "./installation.mjs";
import { checkDisk, checkMemory, checkNode } from "./machine.mjs";

/** Stands in for the secret that the first start generates: reading the settings would generate it now. */
const PLACEHOLDER = "0".repeat(64);

async function readSettings(hasSecret) {
  if (!hasSecret) process.env.PATCHBAY_SECRET = PLACEHOLDER;
  if (!release) await (await import("../start/set-up.mjs")).bundleSettings();
  const { readEnv, misspelledSettings } = await import(pathToFileURL(inRoot("dist/settings.mjs")).href);
  const warnings = misspelledSettings();
  return { settings: readEnv(), warnings };
}

function checkSettings({ warnings, problem }) {
  const name = "Settings";
  if (problem) return { name, state: "problem", text: "they are not right", fix: problem };
  if (warnings.length > 0) return { name, state: "warning", text: warnings.join(" ") };
  return { name, state: "ok", text: "they are right" };
}

async function checkWorkbench() {
  const name = "Workbench";
  const { describeWorkbench } = await loadOperator();
  const { problems } = await describeWorkbench();
  if (problems.length === 0) return { name, state: "ok", text: "agents can run code" };
  return {
    name,
    state: "warning",
    text: `${problems.map(({ reason }) => reason).join(" ")} All else works without it.`,
    fix: problems.map(({ fix }) => fix).join(" "),
  };
}

/** A newer release file at the operator's place for them; no finding without a place. */
async function checkRelease({ releaseFile }) {
  if (!releaseFile) return [];
  const name = "Release";
  const { lookForRelease } = await loadOperator();
  const { running, newer, problem } = await lookForRelease();
  if (problem) return [{ name, state: "warning", text: problem }];
  if (!newer) return [{ name, state: "ok", text: `${running} runs, and ${releaseFile} has no newer version` }];
  const fix = `Stop the server, back it up, and install it: ${newer.command}`;
  return [{ name, state: "warning", text: `version ${newer.version} is here (${running} is installed)`, fix }];
}

/** A check that fails is a finding too. */
async function finding(name, check) {
  try {
    return await check();
  } catch (error) {
    return { name, state: "problem", text: error.message };
  }
}

/**
 * @returns {Promise<{ name: string, state: "ok" | "warning" | "problem", text: string, fix?: string }[]>} `text` and
 *   `fix` are sentences for the operator
 */
export async function diagnose() {
  process.chdir(root);
  loadEnvFile();
  const dataDir = dataDirectory();
  const secret = await finding("Secret", () => checkSecret(dataDir));
  const read = await readSettings(secret.exists).catch((error) => ({ problem: error.message }));
  const { settings } = read;
  const findings = [
    checkNode(),
    checkMemory(),
    await finding("Disk", () => checkDisk(dataDir)),
    checkFolder(dataDir),
    await finding("Settings", () => checkSettings(read)),
    { name: secret.name, state: secret.state, text: secret.text, ...(secret.fix && { fix: secret.fix }) },
  ];
  if (settings) {
    findings.push(await finding("Port", () => checkPort(settings)));
    const database = await finding("Database", () => checkDatabase(settings));
    findings.push(database);
    if (database.state === "ok") findings.push(await finding("Clock", () => checkClock(settings)));
  }
  findings.push(await finding("Catalog", checkCatalog));
  if (settings) findings.push(await finding("Workbench", checkWorkbench), ...(await checkRelease(settings)));
  return findings;
}
