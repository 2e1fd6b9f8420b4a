// The SDKs from before version 3, which tests run unmodified: installed once, each in a folder of its own below .cache.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { runChild } from "../start/run-child.mjs";

const MINUTE = 60_000;
const folderOf = (name) => inRoot(".cache/older-sdk", name);

/** composio-core of npm: the newest, and the version that @mastra/composio depends on. */
export const NPM_VERSIONS = ["0.5.39", "0.3.3"];
/** composio_core of PyPI, the newest that has a composio_openai of the same version. */
export const PYTHON_VERSION = "0.7.20";

/** The folder of a version of composio-core. What it only asks its users to have comes from this project's packages. */
export const npmFolder = (version) => folderOf(version);
export const pythonProgram = () => path.join(folderOf(`python-${PYTHON_VERSION}`), "bin/python");

const hasNpm = (version) => existsSync(path.join(npmFolder(version), "node_modules/composio-core/package.json"));
const pythonMark = () => path.join(folderOf(`python-${PYTHON_VERSION}`), "installed");
const hasPython = () => existsSync(pythonMark());

async function installNpm(version) {
  if (hasNpm(version)) return;
  const folder = npmFolder(version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, name: "older-sdk" }));
  const how = ["--save-exact", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  await runChild("npm", ["install", ...how, `composio-core@${version}`], {
    what: `The installation of composio-core ${version}`,
    cwd: folder,
    timeoutMs: 5 * MINUTE,
  });
}

async function installPython() {
  if (hasPython()) return;
  const folder = folderOf(`python-${PYTHON_VERSION}`);
  const what = `The installation of composio_core ${PYTHON_VERSION}`;
  await runChild("python3", ["-m", "venv", "--clear", folder], { what, timeoutMs: MINUTE });
  const packages = ["composio_core", "composio_openai"].map((name) => `${name}==${PYTHON_VERSION}`);
  const how = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
  await runChild(pythonProgram(), [...how, ...packages], { what, timeoutMs: 8 * MINUTE });
  writeFileSync(pythonMark(), "");
}

/** Installs those that are missing. It is not a failure if the machine has no network or no Python. */
export async function prepareOlderSdks() {
  await Promise.allSettled([installNpm(NPM_VERSIONS[0]).then(() => installNpm(NPM_VERSIONS[1])), installPython()]);
}

/**
 * Whether an SDK is there, and otherwise a sentence for the title of its test.
 * @param {string} version of `NPM_VERSIONS`, or "python"
 */
export function findOlderSdk(version) {
  const isHere = version === "python" ? hasPython() : hasNpm(version);
  return { isHere, without: isHere ? "" : " (not run: the package could not be installed)" };
}
