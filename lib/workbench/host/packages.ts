/** What the workbench needs of the machine, and how to get it. */
import { existsSync } from "node:fs";

/** Only a checkout has npm scripts. The current folder of a server is that of its program. */
const isRelease = existsSync("release.json");

/** The command that installs it, or prints what is missing if the caller lacks permission. */
export const INSTALL = isRelease ? "patchbay workbench install" : "npm run workbench:install";
/** The command that also installs the large libraries. */
export const INSTALL_FULL = `${INSTALL}${isRelease ? "" : " --"} --full`;

export const BWRAP = "/usr/bin/bwrap";
export const NICE = "/usr/bin/nice";
export const PYTHON = "/usr/bin/python3";
export const SETPRIV = "/usr/bin/setpriv";

/** The environment of every program that is started: nothing of the server's own. */
export const BARE = { PATH: "/usr/bin:/bin" } as unknown as NodeJS.ProcessEnv;

/** Packages that are loaded before the first cell, if installed: it takes a second, once for all cells. */
export const PRELOAD = [
  "IPython.core.interactiveshell",
  "matplotlib_inline.backend_inline",
  "pandas",
  "matplotlib.pyplot",
];

/** One thing that keeps the workbench from running. */
export type Problem = {
  reason: string;
  /** One sentence with the remedy. */
  fix: string;
};

export const missing = (what: string): Problem => ({ reason: `${what} is not installed.`, fix: `Run ${INSTALL}.` });
