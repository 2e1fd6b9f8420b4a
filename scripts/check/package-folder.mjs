// Packages that only tests run: each set is installed once into its own folder below .cache, and is no dependency.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runChild } from "../start/run-child.mjs";

const MINUTE = 60_000;

/** Whether an installation into the folder has ended well. */
const markOf = (folder) => path.join(folder, "installed");
export const isInstalled = (folder) => existsSync(markOf(folder));

/** Whether these packages are there; with other packages, the folder counts as empty from now on. */
function hasPackages(folder, packages) {
  if (isInstalled(folder) && readFileSync(markOf(folder), "utf8") === packages.join("\n")) return true;
  rmSync(markOf(folder), { force: true });
  return false;
}

/** The interpreter of a folder with packages of PyPI. */
export const pythonIn = (folder) => path.join(folder, "bin/python");

/**
 * Installs packages of npm, unless they are there.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 * @param {string[]} options of `npm install`, in addition
 */
export async function installNpm(folder, packages, options = []) {
  if (hasPackages(folder, packages)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, name: "of-the-tests" }));
  const how = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", ...options];
  await runChild("npm", ["install", ...how, ...packages], {
    what: `The installation of ${packages.join(" ")}`,
    cwd: folder,
    timeoutMs: 8 * MINUTE,
  });
  writeFileSync(markOf(folder), packages.join("\n"));
}

/**
 * Installs packages of PyPI into an environment of their own, unless they are there.
 * @param {string} folder
 * @param {string[]} packages with their exact versions
 */
export async function installPython(folder, packages) {
  if (hasPackages(folder, packages)) return;
  const what = `The installation of ${packages.join(" ")}`;
  await runChild("python3", ["-m", "venv", "--clear", folder], { what, timeoutMs: MINUTE });
  const how = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
  await runChild(pythonIn(folder), [...how, ...packages], { what, timeoutMs: 8 * MINUTE });
  writeFileSync(markOf(folder), packages.join("\n"));
}
