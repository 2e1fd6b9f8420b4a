/**
 * A folder with a toolkit: toolkit.json (slug and settings), its document, an integration.yaml, and the files for the
 * catalog of a server.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Failure } from "../command";

export type ToolkitFolder = {
  slug: string | undefined;
  document: string;
  /** Undefined where none are written down: those of the draft stay. */
  settings: Record<string, unknown> | undefined;
};

const FACTS = "toolkit.json";
const INTEGRATION = "integration.yaml";
/** Files from which a catalog is built; a push reads none of them. */
const OF_CATALOG = ["toolkit.yaml", "description.json", "providers.yaml"];
const MAX_BYTES = 20 * 1024 * 1024;
const IS_DOCUMENT = /\.(json|ya?ml)$/i;

function readText(file: string): string {
  if (statSync(file).size > MAX_BYTES) throw new Failure(`${file} is larger than 20 MB.`);
  return readFileSync(file, "utf8");
}

function readFacts(file: string): { slug?: string; settings?: Record<string, unknown> } {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readText(file)) as ReturnType<typeof readFacts>;
  } catch {
    throw new Failure(`${file} is not valid JSON.`);
  }
}

/** The document of a folder: the only JSON or YAML file besides those with fixed names. */
function findDocument(folder: string): string | undefined {
  const names = readdirSync(folder).filter(
    (name) => IS_DOCUMENT.test(name) && ![FACTS, INTEGRATION, ...OF_CATALOG].includes(name),
  );
  if (names.length > 1) throw new Failure(`${folder} has several documents: ${names.sort().join(", ")}. Keep one.`);
  return names[0];
}

/** Reads a folder, or a document alone. @throws {Failure} if there is no document, or several */
export function readToolkitFolder(place: string): ToolkitFolder {
  if (!existsSync(place)) throw new Failure(`There is no ${place}.`);
  if (!statSync(place).isDirectory()) return { slug: undefined, document: readText(place), settings: undefined };
  const { slug, settings } = readFacts(path.join(place, FACTS));
  const integration = path.join(place, INTEGRATION);
  const name = findDocument(place);
  if (name === undefined && !existsSync(integration))
    throw new Failure(`${place} has neither a document (JSON or YAML) nor an ${INTEGRATION}.`);
  const hasBoth = name !== undefined && existsSync(integration);
  return {
    slug,
    document: readText(name === undefined ? integration : path.join(place, name)),
    settings: hasBoth ? { ...settings, integration: readText(integration) } : settings,
  };
}

/** Files that belong to no toolkit stay as they are: a push would take them for parts of it. */
function assertNoOtherDocuments(folder: string): void {
  const names = existsSync(path.join(folder, FACTS))
    ? []
    : readdirSync(folder).filter((name) => IS_DOCUMENT.test(name));
  if (names.length > 0)
    throw new Failure(`${folder} has ${names.sort().join(", ")}, but no ${FACTS}. Choose another folder.`);
}

const isJson = (name: string): boolean => path.extname(name).toLowerCase() === ".json";

/**
 * Writes a toolkit as `readToolkitFolder` reads it, also over an earlier state of it. Returns the names of the files.
 * @throws {Failure} if the folder has documents of something else
 */
export function writeToolkitFolder(
  folder: string,
  { slug, document, settings = {} }: ToolkitFolder,
  catalogFiles: Readonly<Record<string, string>> = {},
): string[] {
  mkdirSync(folder, { recursive: true });
  assertNoOtherDocuments(folder);
  const { integration, ...others } = settings;
  const name = /^\s*[{[]/.test(document) ? "document.json" : "document.yaml";
  const earlier = findDocument(folder);
  const files: [string, string][] = [
    [FACTS, `${JSON.stringify({ slug, settings: others }, null, 2)}\n`],
    [earlier !== undefined && isJson(earlier) === isJson(name) ? earlier : name, document],
    ...(typeof integration === "string" ? [[INTEGRATION, integration] as [string, string]] : []),
    ...OF_CATALOG.flatMap((file): [string, string][] => {
      const text = catalogFiles[file];
      return text === undefined ? [] : [[file, text]];
    }),
  ];
  for (const [file, text] of files) writeFileSync(path.join(folder, file), text);
  const names = files.map(([file]) => file);
  for (const file of [earlier, INTEGRATION, ...OF_CATALOG])
    if (file !== undefined && !names.includes(file)) rmSync(path.join(folder, file), { force: true });
  return names;
}
