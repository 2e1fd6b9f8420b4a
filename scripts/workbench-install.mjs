// `npm run workbench:install`: the workbench's packages for Debian or Ubuntu. As root it installs them, otherwise it
// prints the command to run. `-- --full` adds the large libraries; `-- --print` only prints.
import "./start/node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { CommandFailed, runChild } from "./start/run-child.mjs";
import { step } from "./start/steps.mjs";
import { BASE, FULL, isInstalled, progressOf } from "./debian/workbench-packages.mjs";

const MINUTE = 60_000;
const packageNames = [...BASE, ...(process.argv.includes("--full") ? FULL : [])];
const APT = ["install", "-y", "--no-install-recommends"];
const environment = { DEBIAN_FRONTEND: "noninteractive" };

/** Splits packages by whether this release of the system has them: a missing library must not block the others. */
function splitPackages(packages) {
  const { stdout } = spawnSync("apt-cache", ["--quiet=0", "pkgnames"], { encoding: "utf8", maxBuffer: 64 << 20 });
  const names = new Set((stdout ?? "").split("\n"));
  return { there: packages.filter((name) => names.has(name)), absent: packages.filter((name) => !names.has(name)) };
}

const apt = (args, detail) =>
  runChild("apt-get", [...args, "-o", "APT::Status-Fd=1"], {
    what: `apt-get ${args[0]}`,
    env: environment,
    timeoutMs: 30 * MINUTE,
    onLine: (line) => {
      const progress = progressOf(line);
      if (progress) detail(progress);
    },
  });

async function install(packages) {
  await step("Asking for the newest list of packages", (detail) => apt(["update"], detail));
  const { there, absent } = splitPackages(packages);
  if (absent.length > 0) console.log(`This system has no package of these names: ${absent.join(" ")}`);
  await step(`Installing ${there.length} packages`, (detail) => apt([...APT, ...there], detail));
}

function refuse(lines) {
  console.error(lines.join("\n"));
  process.exitCode = 1;
}

async function run() {
  if (process.platform !== "linux") return refuse(["The workbench needs Linux; everything else runs here without it."]);
  if (!existsSync("/usr/bin/apt-get"))
    return refuse([
      "This system has no apt-get. Install these with its own means, under its own names:",
      `  ${packageNames.join(" ")}`,
    ]);
  const missing = packageNames.filter((name) => !isInstalled(name));
  if (missing.length === 0) return console.log("All packages of the workbench are installed.");
  const line = `apt-get update && apt-get ${APT.join(" ")} ${missing.join(" ")}`;
  if (process.argv.includes("--print")) return console.log(line);
  if (process.getuid() !== 0)
    return refuse(["Installing packages needs root. Run this line:", `  sudo sh -c '${line}'`]);
  await install(missing);
  console.log("The workbench finds them by itself within a minute; a server that runs need not be started again.");
}

try {
  await run();
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  refuse([error.message, error.output?.trim().split("\n").slice(-20).join("\n") ?? ""]);
}
