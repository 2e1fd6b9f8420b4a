// Servers and SDKs of others that only tests run, out of packages of npm and PyPI.
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { installNpm, installPython, isInstalled, pythonIn } from "./package-folder.mjs";

const folderOf = (name) => inRoot(".cache/test-packages", name);

/** The last version of Unleash under the Apache license that Node 20 runs. */
const UNLEASH_VERSION = "7.5.1";
const unleashFolder = () => folderOf(`unleash-${UNLEASH_VERSION}`);
/** The program that starts it. */
export const unleashProgram = () => path.join(unleashFolder(), "node_modules/unleash-server/dist/server.js");

/** The SDK of today for Python; the first one with methods for custom toolkits is older. */
export const PYTHON_SDK_VERSION = "0.30.0";
const sdkFolder = () => folderOf(`composio-python-${PYTHON_SDK_VERSION}`);
/** Its packages for frameworks. All that they depend on is of the same day. */
const FRAMEWORKS = ["openai", "openai-agents", "langchain", "google", "gemini", "crewai"];
const SDK_DAY = "2026-11-28";
export const sdkPython = () => pythonIn(sdkFolder());

/** Each with its folder and how it is installed. */
const PACKAGES = {
  unleash: {
    folder: unleashFolder,
    install: () => installNpm(unleashFolder(), [`unleash-server@${UNLEASH_VERSION}`], ["--omit=optional"]),
  },
  "python-sdk": {
    folder: sdkFolder,
    install: () =>
      installPython(
        sdkFolder(),
        ["composio", ...FRAMEWORKS.map((name) => `composio-${name}`)].map((name) => `${name}==${PYTHON_SDK_VERSION}`),
        SDK_DAY,
      ),
  },
};

/**
 * Installs those that are missing. It is not a failure if the machine has no network or no Python.
 * @param {(keyof typeof PACKAGES)[]} names
 */
export async function prepareTestPackages(names = Object.keys(PACKAGES)) {
  await Promise.allSettled(names.map((name) => PACKAGES[name].install()));
}

/**
 * Whether a package is there, and otherwise a sentence for the title of its test.
 * @param {keyof typeof PACKAGES} name
 */
export function findTestPackage(name) {
  const isHere = isInstalled(PACKAGES[name].folder());
  return { isHere, without: isHere ? "" : " (not run: the package could not be installed)" };
}
