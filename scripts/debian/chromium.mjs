// Finds a Chromium for the browser tests, and installs Debian's if this user may.
import { accessSync, constants, writeFileSync } from "node:fs";
import path from "node:path";
import { runChild } from "../start/run-child.mjs";
import { findUnpacked } from "./unpacked.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium";

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Debian's Chromium without windows, started by a script that sets the folders of its libraries. */
function findShell() {
  const shell = findUnpacked("chromium");
  if (!shell) return undefined;
  const script = path.join(shell.folder, "start");
  const line = `LD_LIBRARY_PATH='${shell.env.LD_LIBRARY_PATH}' exec '${shell.programs.browser}' "$@"`;
  writeFileSync(script, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return script;
}

async function findChromium() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const { chromium } = await import("@playwright/test");
  const places = [
    process.env.CHROMIUM_PATH,
    findShell(),
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    chromium.executablePath(),
  ];
  return places.find((file) => file && isProgram(file));
}

/**
 * @returns {Promise<string>} the program's path
 * @throws {Error} with the command that installs it, if this user may not install packages
 */
export async function requireChromium() {
  const executable = await findChromium();
  if (executable) return executable;
  if (process.getuid?.() !== 0)
    throw new Error(`The browser tests need Chromium. Install it with: sudo sh -c '${INSTALL}'`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runChild("apt-get", ["update", "-q"], { what: "apt-get update", env });
  await runChild("apt-get", ["install", "-yq", "--no-install-recommends", "chromium"], {
    what: "The installation of Chromium",
    env,
  });
  const installed = await findChromium();
  if (!installed) throw new Error(`Chromium is still missing after: ${INSTALL}`);
  return installed;
}
