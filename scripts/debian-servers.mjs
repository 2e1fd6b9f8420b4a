// Providers from Debian that some integration tests run against: installed where that is allowed, named where they are missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runChild } from "./run-child.mjs";

const PYTHON = "/usr/bin/python3";
const MINUTE = 60_000;

/** Libraries alone: they start nothing on the machine. `without`: what their absence leaves untested. */
const LIBRARIES = [
  { name: "python3-oauthlib", module: "oauthlib", without: "OAUTH1 against oauthlib (lib/connected-accounts/oauth1.db.test.ts)" },
  { name: "python3-django-oauth-toolkit", module: "oauth2_provider", without: "OAUTH2 against django-oauth-toolkit, with its own sign-in and consent (lib/execution/django-oauth.db.test.ts)" },
];

/** Servers that a test command must not put on somebody's machine; the schemes are tested against other software. */
const NEVER = [
  "API_KEY against PowerDNS (pdns-server): its package starts a name server; API keys are tested on loopback",
  "BASIC against WordPress (wordpress): it needs a web server and MariaDB; BASIC is tested against the emulated Twilio",
];

const isMissing = ({ module }) => spawnSync(PYTHON, ["-c", `import ${module}`]).status !== 0;

/**
 * Installs the libraries where this user may and apt-get is there. A machine without either, or without a network, is no
 * failure: `notRun` names what was left out.
 * @returns {Promise<void>}
 */
export async function installDebianLibraries() {
  const wanted = LIBRARIES.filter(isMissing).map(({ name }) => name);
  if (wanted.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 2 * MINUTE };
  try {
    await runChild("apt-get", ["update", "-q", "-o", "Acquire::http::Timeout=15"], { what: "apt-get update", ...options });
    await runChild("apt-get", ["install", "-yq", "--no-install-recommends", ...wanted], { what: "The installation of the providers", ...options });
  } catch {
    // Named at the end of the run.
  }
}

/** @returns {string[]} one line for each test that this machine cannot run */
export const notRun = () => [
  ...LIBRARIES.filter(isMissing).map(({ name, without }) => `not run: ${without}; install it with: apt-get install --no-install-recommends ${name}`),
  ...NEVER.map((line) => `not run: ${line}`),
];
