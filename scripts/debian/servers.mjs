// Providers from Debian that some integration tests run against: installed or unpacked if possible, and listed if they
// are missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { withoutDebianPostgres } from "./postgres.mjs";
import { notUnpacked, unpackDebianServers } from "./unpacked.mjs";
import { runChild } from "../start/run-child.mjs";
import { BASE, isInstalled } from "./workbench-packages.mjs";

const PYTHON = "/usr/bin/python3";
const MINUTE = 60_000;

/** Only libraries: they start nothing on the machine. `without`: what is not tested if they are missing. */
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

/** Missing packages of the sandboxes: those of the sandbox itself, and those that agents can use in it. */
const missingForSandboxes = () => BASE.filter((name) => !isInstalled(name));

/** Installs the libraries if this user may and apt-get exists. */
async function installLibraries() {
  const packages = [...LIBRARIES.filter(isMissing).map(({ name }) => name), ...missingForSandboxes()];
  if (packages.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 10 * MINUTE };
  try {
    await runChild("apt-get", ["update", "-q", "-o", "Acquire::http::Timeout=15"], {
      what: "apt-get update",
      ...options,
    });
    await runChild("apt-get", ["install", "-yq", "--no-install-recommends", ...packages], {
      what: "The installation of the providers",
      ...options,
    });
  } catch {
    // The end of the run lists it.
  }
}

/**
 * Downloads missing packages. It is not a failure if the machine has no apt-get or no network: `notRun` lists what was
 * left out.
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
  ...withoutDebianPostgres(),
  ...(missingForSandboxes().length > 0
    ? [
        "not run: attacks on sandboxes and cells in them (lib/workbench); install what they need with: npm run workbench:install",
      ]
    : []),
];
