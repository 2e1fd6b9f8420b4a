// Servers and SDKs of others that only tests run, out of packages of npm and PyPI.
import { readdirSync, readFileSync } from "node:fs";
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

/**
 * What the commands of the quickstarts install, as their readers type it.
 * @param {"npm" | "pip"} installer
 */
function readQuickstartPackages(installer) {
  const texts = readdirSync(inRoot("docs/quickstarts")).map((file) =>
    readFileSync(inRoot("docs/quickstarts", file), "utf8"),
  );
  const names = texts
    .flatMap((text) => [...text.matchAll(/^(npm|pip) install (.+)$/gm)])
    .filter(([, command]) => command === installer)
    .flatMap(([, , words]) => words.split(" ").filter((word) => !word.startsWith("-")));
  return [...new Set(names)].sort();
}

const quickstartFolder = (installer) => folderOf(`quickstarts-${installer}-${SDK_DAY}`);
/** A folder below which programs find what the quickstarts install by npm. */
export const quickstartNodeFolder = () => quickstartFolder("npm");
export const quickstartPython = () => pythonIn(quickstartFolder("pip"));

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
  "quickstarts-npm": {
    folder: quickstartNodeFolder,
    // One folder for all of them, whose packages ask for several versions of what they share.
    install: () =>
      installNpm(quickstartNodeFolder(), readQuickstartPackages("npm"), ["--legacy-peer-deps", `--before=${SDK_DAY}`]),
  },
  "quickstarts-pip": {
    folder: () => quickstartFolder("pip"),
    install: () => installPython(quickstartFolder("pip"), readQuickstartPackages("pip"), SDK_DAY),
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
