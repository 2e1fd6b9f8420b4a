// The SDKs from before version 3, which tests run unmodified.
import { inRoot } from "../paths.mjs";
import { installNpm, installPython, isInstalled, pythonIn } from "./package-folder.mjs";

const folderOf = (name) => inRoot(".cache/older-sdk", name);

/** composio-core of npm: the newest, and the version that @mastra/composio depends on. */
export const NPM_VERSIONS = ["0.5.39", "0.3.3"];
/** composio_core of PyPI, the newest that has a composio_openai of the same version. */
export const PYTHON_VERSION = "0.7.20";

/** The folder of a version of composio-core. What it only asks its users to have comes from this project's packages. */
export const npmFolder = (version) => folderOf(version);
const pythonFolder = () => folderOf(`python-${PYTHON_VERSION}`);
export const pythonProgram = () => pythonIn(pythonFolder());

/**
 * composio_crewai has an environment of its own. It asks for any CrewAI, and only with those of its month do all of its
 * packages fit each other.
 */
const CREWAI_DAY = "2025-07-15";
const crewaiFolder = () => folderOf(`crewai-${PYTHON_VERSION}`);
export const crewaiProgram = () => pythonIn(crewaiFolder());

/** The AI SDK of the time of the newest version; the tool sets of composio-core cannot use a later one. */
const WITH_IT = { "0.5.39": ["ai@4.3.19", "@ai-sdk/openai@1.3.24"] };
const installOlder = (version) =>
  installNpm(npmFolder(version), [`composio-core@${version}`, ...(WITH_IT[version] ?? [])], ["--legacy-peer-deps"]);
const PYTHON_PACKAGES = ["composio_core", "composio_openai", "composio_langchain"];

/** Installs those that are missing. It is not a failure if the machine has no network or no Python. */
export async function prepareOlderSdks() {
  const packages = PYTHON_PACKAGES.map((name) => `${name}==${PYTHON_VERSION}`);
  await Promise.allSettled([
    installOlder(NPM_VERSIONS[0]).then(() => installOlder(NPM_VERSIONS[1])),
    installPython(pythonFolder(), packages),
  ]);
}

/** Separate, because it is 640 MB and one test needs it. */
export const prepareOlderCrewai = () =>
  Promise.allSettled([
    installPython(
      crewaiFolder(),
      [`composio_core==${PYTHON_VERSION}`, `composio_crewai==${PYTHON_VERSION}`],
      CREWAI_DAY,
    ),
  ]);

const FOLDERS = { python: pythonFolder, crewai: crewaiFolder };

/**
 * Whether an SDK is there, and otherwise a sentence for the title of its test.
 * @param {string} version of `NPM_VERSIONS`, or "python", or "crewai"
 */
export function findOlderSdk(version) {
  const isHere = isInstalled(FOLDERS[version]?.() ?? npmFolder(version));
  return { isHere, without: isHere ? "" : " (not run: the package could not be installed)" };
}
