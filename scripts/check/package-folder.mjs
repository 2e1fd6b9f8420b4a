// Packages that only tests run: each set is installed once into its own folder below .cache, and is no dependency.
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { inRoot } from "../paths.mjs";
import { takeLock } from "../start/file-lock.mjs";
import { runChild } from "../start/run-child.mjs";

const MINUTE = 60_000;
/** An installer of PyPI that can leave out what is newer than a day. */
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

/**
 * Installs packages of PyPI into an environment of their own, unless they are there.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 * @param {string} [asOf] a day: what they depend on is as old. pip has no such option, so uv installs them
 */
export const installPython = (folder, packages, asOf) =>
  alone(folder, packages, async () => {
    const what = `The installation of ${packages.join(" ")}`;
    const run = (args, timeoutMs) => runChild(pythonIn(folder), ["-m", ...args], { what, timeoutMs });
    await runChild("python3", ["-m", "venv", "--clear", folder], { what, timeoutMs: MINUTE });
    const pip = ["pip", "install", "--quiet", "--no-input", "--no-compile", "--disable-pip-version-check"];
    if (asOf === undefined) return run([...pip, ...packages], 8 * MINUTE);
    await run([...pip, UV], 2 * MINUTE);
    const python = ["--python", pythonIn(folder)];
    return run(["uv", "pip", "install", "--quiet", "--exclude-newer", asOf, ...python, ...packages], 8 * MINUTE);
  });
