// Providers from Debian that some integration tests run against: installed or unpacked where that is possible, named
// where they are missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { notUnpacked, unpackDebianServers } from "./unpacked.mjs";
import { runChild } from "../start/run-child.mjs";
import { BASE, isInstalled } from "./workbench-packages.mjs";

const PYTHON = "/usr/bin/python3";
const MINUTE = 60_000;

/** Libraries alone: they start nothing on the machine. `without`: what their absence leaves untested. */
const LIBRARIES = [
  {
    name: "python3-oauthlib",
    module: "oauthlib",
    without: "OAUTH1 against oauthlib (lib/connected-accounts/oauth/oauth1.db.test.ts)",
  },
  {
    name: "python3-django-oauth-toolkit",
    module: "oauth2_provider",
    without:
      "OAUTH2 against django-oauth-toolkit, with its own sign-in and consent (lib/execution/django-oauth.db.test.ts)",
  },
];

const isMissing = ({ module }) => spawnSync(PYTHON, ["-c", `import ${module}`]).status !== 0;

/** What sandboxes need, and what code in them is told that it can use. */
const missingForSandboxes = () => BASE.filter((name) => !isInstalled(name));

/** Installs the libraries where this user may and apt-get is there. */
async function installLibraries() {
  const wanted = [...LIBRARIES.filter(isMissing).map(({ name }) => name), ...missingForSandboxes()];
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 10 * MINUTE };
  try {
    await runChild("apt-get", ["update", "-q", "-o", "Acquire::http::Timeout=15"], {
      what: "apt-get update",
      ...options,
    });
    await runChild("apt-get", ["install", "-yq", "--no-install-recommends", ...wanted], {
      what: "The installation of the providers",
      ...options,
    });
  } catch {
    // Named at the end of the run.
  }
}

/**
 * Fetches what is missing. A machine without apt-get, or without a network, is no failure: `notRun` names what was left
 * out.
 * @returns {Promise<void>}
 */
export async function prepareDebianProviders() {
  await Promise.all([installLibraries(), unpackDebianServers()]);
}

/** @returns {string[]} one line for each test that this machine cannot run */
export const notRun = () => [
  ...LIBRARIES.filter(isMissing).map(
    ({ name, without }) => `not run: ${without}; install it with: apt-get install --no-install-recommends ${name}`,
  ),
  ...notUnpacked(),
  ...(missingForSandboxes().length > 0
    ? [
        "not run: attacks on sandboxes and cells in them (lib/workbench); install what they need with: npm run workbench:install",
      ]
    : []),
];
