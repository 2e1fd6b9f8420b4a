// Packages that only tests run: each set is installed once into its own folder below .cache, and is no dependency.
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { inRoot } from "../paths.mjs";
import { takeLock } from "../start/file-lock.mjs";
import { runChild } from "../start/run-child.mjs";
import { toUvSettings } from "./uv-settings.mjs";

const MINUTE = 60_000;
/** An installer of PyPI that takes a tenth of the time of pip, and can leave out what is newer than a day. */
const UV = "uv==0.13.9";

/** Whether an installation into the folder has ended well. */
const markOf = (folder) => path.join(folder, "installed");
export const isInstalled = (folder) => existsSync(markOf(folder));

/** Whether these packages are there; with other packages, the folder counts as empty from now on. */
function hasPackages(folder, packages) {
  if (isInstalled(folder) && readFileSync(markOf(folder), "utf8") === packages.join("\n")) return true;
  rmSync(markOf(folder), { force: true });
  return false;
}

/** Runs an installation while no other test file installs into the folder: two at once leave packages without files. */
async function alone(folder, packages, install) {
  if (hasPackages(folder, packages)) return;
  mkdirSync(path.dirname(folder), { recursive: true });
  let lock = takeLock(`${folder}.lock`);
  for (; lock.state === "busy"; lock = takeLock(`${folder}.lock`)) await setTimeout(500);
  try {
    if (hasPackages(folder, packages)) return;
    await install();
    writeFileSync(markOf(folder), packages.join("\n"));
  } finally {
    closeSync(lock.fd);
  }
}

/**
 * The environment of programs of Python: they compile the modules that they import, once, into a folder of their own.
 * Compiling all modules of all packages takes four times as long.
 */
export const PYTHON_ENVIRONMENT = {
  PYTHONDONTWRITEBYTECODE: "",
  PYTHONPYCACHEPREFIX: inRoot(".cache/python-compiled"),
};

/** The interpreter of a folder with packages of PyPI. */
export const pythonIn = (folder) => path.join(folder, "bin/python");

/**
 * Installs packages of npm, unless they are there.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 * @param {string[]} options of `npm install`, in addition
 */
export const installNpm = (folder, packages, options = []) =>
  alone(folder, packages, async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, name: "of-the-tests" }));
    const how = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", ...options];
    await runChild("npm", ["install", ...how, ...packages], {
      what: `The installation of ${packages.join(" ")}`,
      cwd: folder,
      timeoutMs: 8 * MINUTE,
    });
  });

const PIP_OPTIONS = ["--quiet", "--no-input", "--no-compile", "--disable-pip-version-check"];
const runPip = (folder, packages, options) =>
  runChild(pythonIn(folder), ["-m", "pip", "install", ...PIP_OPTIONS, ...packages], options);

/** Creates an environment with pip, which needs no index. */
const createEnvironment = (folder) =>
  runChild("python3", ["-m", "venv", "--clear", folder], { what: `The environment ${folder}`, timeoutMs: MINUTE });

let uv;
/** Installs uv, unless it is there or this process has failed to. Returns its program. */
function prepareUv() {
  const folder = inRoot(".cache/uv");
  uv ??= alone(folder, [UV], async () => {
    await createEnvironment(folder);
    await runPip(folder, [UV], { what: "The installation of uv", timeoutMs: 2 * MINUTE });
  }).then(() => path.join(folder, "bin/uv"));
  return uv;
}

/**
 * A function that runs `uv pip install` for a folder, with the indexes of pip.
 * @throws {CommandFailed} if uv cannot be installed, or does not get this package from the index
 */
async function reachByUv(folder, firstPackage) {
  const program = await prepareUv();
  const list = await runChild(pythonIn(folder), ["-m", "pip", "config", "list"], { timeoutMs: MINUTE });
  const env = { ...toUvSettings(list, process.env), UV_PYTHON_DOWNLOADS: "never" };
  const install = (args, options) =>
    runChild(program, ["pip", "install", "--quiet", "--python", pythonIn(folder), ...args], { ...options, env });
  const what = `The request of uv for ${firstPackage}`;
  await install(["--dry-run", "--no-deps", firstPackage], { what, timeoutMs: MINUTE / 2 });
  return install;
}

/**
 * Installs packages of PyPI into an environment of their own, unless they are there: by uv, and by pip if uv cannot
 * be had or does not reach the index. Nothing is tried twice.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 * @param {string} [asOf] a day: what they depend on is as old. Only uv can do that
 */
export const installPython = (folder, packages, asOf) =>
  alone(folder, packages, async () => {
    const end = Date.now() + 8 * MINUTE;
    await createEnvironment(folder);
    const reached = reachByUv(folder, packages[0]);
    const install = await (asOf === undefined ? reached.catch(() => undefined) : reached);
    const options = { what: `The installation of ${packages.join(" ")}`, timeoutMs: end - Date.now() };
    if (!install) return runPip(folder, packages, options);
    return install([...(asOf === undefined ? [] : ["--exclude-newer", asOf]), ...packages], options);
  });
