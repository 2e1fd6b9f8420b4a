// Packages that only tests run: each set is installed once into its own folder below .cache, and is no dependency.
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { inRoot } from "../paths.mjs";
import { takeLock } from "../start/file-lock.mjs";
import { runChild } from "../start/run-child.mjs";

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

/** Installs uv, unless it is there. Returns its program. */
async function prepareUv() {
  const folder = inRoot(".cache/uv");
  await alone(folder, [UV], async () => {
    await runChild("python3", ["-m", "venv", "--clear", folder], { what: "The environment of uv", timeoutMs: MINUTE });
    await runPip(folder, [UV], 2 * MINUTE);
  });
  return path.join(folder, "bin/uv");
}

function runPip(folder, packages, timeoutMs) {
  const options = ["--quiet", "--no-input", "--no-compile", "--disable-pip-version-check"];
  const what = `The installation of ${packages.join(" ")}`;
  return runChild(pythonIn(folder), ["-m", "pip", "install", ...options, ...packages], { what, timeoutMs });
}

/**
 * Installs packages of PyPI into an environment of their own, unless they are there.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 * @param {string} [asOf] a day: what they depend on is as old
 */
export const installPython = (folder, packages, asOf) =>
  alone(folder, packages, async () => {
    const what = `The installation of ${packages.join(" ")}`;
    const uv = await prepareUv();
    const run = (args, timeoutMs) =>
      runChild(uv, [...args, "--quiet"], { what, timeoutMs, env: { UV_PYTHON_DOWNLOADS: "never" } });
    await run(["venv", "--clear", "--seed", "--python", "python3", folder], MINUTE);
    const newest = asOf === undefined ? [] : ["--exclude-newer", asOf];
    const installed = run(["pip", "install", ...newest, "--python", pythonIn(folder), ...packages], 8 * MINUTE);
    // pip knows indexes that uv does not.
    return asOf === undefined ? installed.catch(() => runPip(folder, packages, 8 * MINUTE)) : installed;
  });
