// A rule of the linter: programs, files and signals that only Linux has stay in the files that know what to do
// elsewhere, so that the product starts on macOS too.
import path from "node:path";
import { root } from "../paths.mjs";

/** Folders and files that may, each with the reason. */
const ALLOWED = new Map([
  ["bench/", "measures on Linux"],
  ["cli/commands/service/", "systemd on Linux, launchd on macOS"],
  ["cli/terminal/open-browser.ts", "reads on Linux whether it is WSL"],
  ["e2e/", "tests run on Linux"],
  ["test/", "tests run on Linux"],
  ["lib/workbench/", "its self-test says that sandboxes need Linux before any of this runs"],
  ["scripts/check/run-folder.mjs", "uses the disk where there is no file system in memory"],
  ["scripts/debian/", "unpacks Debian packages for tests"],
  ["scripts/lint/linux-only.mjs", "this list"],
  ["scripts/postgres/postgres-binary.mjs", "names the locale of each system"],
  ["scripts/postgres/postgres-leftover.mjs", "reads /proc on Linux, and asks ps elsewhere"],
  ["scripts/postgres/postgres-user.mjs", "does without them if they are missing"],
  ["scripts/start/file-lock.mjs", "locks by flock on Linux, and by opening elsewhere"],
  ["scripts/start/lower-group.mjs", "does nothing where there are no such groups"],
  ["scripts/start/processes.mjs", "reads /proc on Linux, and asks ps elsewhere"],
  ["scripts/workbench-install.mjs", "says that it needs Debian or Ubuntu"],
]);
const TESTS = /\.test\.tsx?$/;

const PATHS = /^\/(?:proc|sys|dev\/shm)(?:\/|$)|^\/run\//;
const PROGRAMS =
  "apt-get bwrap chrt dpkg flock ionice ip nsenter prlimit setpriv setsid systemctl systemd-run taskset unshare";
const SIGNALS = "SIGPOLL SIGPWR SIGSTKFLT";
const WORDS = new Set([...PROGRAMS.split(" "), ...SIGNALS.split(" "), "C.UTF-8", "--locale=C.UTF-8"]);

const isLinuxOnly = (text) => PATHS.test(text) || WORDS.has(text) || WORDS.has(path.posix.basename(text));

const placeOf = (file) => path.relative(root, file).split(path.sep).join("/");
const isAllowed = (place) => TESTS.test(place) || [...ALLOWED.keys()].some((allowed) => place.startsWith(allowed));

export const linuxOnly = {
  meta: {
    type: "problem",
    docs: { description: "what only Linux has is used in the files that know what to do elsewhere" },
    messages: {
      linux: "{{text}} is not there on macOS: use a function of a file that scripts/lint/linux-only.mjs lists.",
    },
    schema: [],
  },
  create(context) {
    if (isAllowed(placeOf(context.filename))) return {};
    const check = (node, text) => {
      if (typeof text === "string" && isLinuxOnly(text)) context.report({ node, messageId: "linux", data: { text } });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
    };
  },
};
