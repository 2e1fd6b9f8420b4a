/**
 * Counts the compiled catalog and its broken tools, and compares its tools with published lists: slugs, parameter
 * names, required names.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import { BREAKAGE_CHECKS, brokenTools, type Breakage } from "@/lib/catalog/compile/checks/broken-tools";
import { mirroredBy, readSharedFiles, readToolkits } from "@/lib/catalog/compile/sources/read-toolkits";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { classesOverBounds, printClasses } from "./class-bounds";
import { buildCatalog, type BuildReport } from "./build-catalog";
import { inRoot } from "../paths.mjs";
import { say } from "../start/progress.mjs";
import { findArgumentTarget } from "@/lib/execution/request/argument-names";
import { compareAnswers, printOpenOutputs, type ReferenceAnswers, type ReferenceOutput } from "./answer-fit";
import type { LoadedToolkit } from "./loaded-toolkit";
import { printWords } from "./word-facts";
import { ARGUMENTS, compareArguments, type ReferenceArguments } from "./argument-fit";

/** Files of a reference folder, with the names of the published lists. */
const SLUGS = "composio-tool-slugs.json";
const TOOLKITS = "composio-toolkits.json";
const SCHEMAS = "composio-tools-with-schemas.json";
const MISSING_SHOWN = 12;

/** A compiled toolkit with its own file and those of the toolkits that it mirrors. */
type ReferenceTool = { slug: string; input_parameters: { properties?: Record<string, unknown>; required?: string[] } };

/** The compiled toolkits of a build, with their source files. */
export function loadCompiled(built: BuildReport): LoadedToolkit[] {
  const sources = readToolkits(inRoot(), readSharedFiles(inRoot()));
  const bySlug = new Map(sources.map((source) => [source.slug, source]));
  return built.toolkits.map(({ slug, file, curated }) => {
    const source = bySlug.get(slug);
    return {
      curated,
      toolkit: (JSON.parse(readFileSync(file, "utf8")) as CompiledFile).toolkit,
      files: source ? [source.file, ...mirroredBy(source, sources).map((mirrored) => mirrored.file)] : [],
    };
  });
}

/** The broken tools of the whole catalog, by the same list that each compile holds. */
export const findBroken = (loaded: readonly LoadedToolkit[]): Breakage[] =>
  loaded.flatMap(({ toolkit, files }) => brokenTools(toolkit, files));

/** Sentences about broken tools, and about classes of faults with more tools than their bound. */
export const findCatalogFaults = (loaded: readonly LoadedToolkit[]): string[] => [
  ...findBroken(loaded).map(({ check, tool, problem }) => `${check}: ${tool}: ${problem}`),
  ...classesOverBounds(loaded.map(({ toolkit }) => toolkit)),
];

function printBroken(broken: readonly Breakage[]): void {
  console.log(`broken          ${new Set(broken.map(({ tool }) => tool)).size} (${BREAKAGE_CHECKS.join(", ")})`);
  for (const { check, tool, problem } of broken) console.log(`  ${check.padEnd(22)} ${tool}: ${problem}`);
}

const readJson = <T>(folder: string, name: string): T => {
  const file = path.join(folder, name);
  if (!existsSync(file))
    throw new Error(
      `${file} is not there. --reference names a folder with ${SLUGS}, ${TOOLKITS}, ${SCHEMAS} and ${ARGUMENTS}.`,
    );
  return JSON.parse(readFileSync(file, "utf8")) as T;
};

function printCounts(loaded: LoadedToolkit[]): void {
  const tools = loaded.flatMap(({ toolkit }) => toolkit.tools);
  const withTools = loaded.filter(({ toolkit }) => toolkit.tools.length > 0);
  const proxied = loaded.filter(({ toolkit }) => toolkit.tools.length === 0 && toolkit.baseUrl);
  const runnable = tools.filter((tool) => tool.run.request?.baseUrl || tool.run.handler);
  console.log(
    `toolkits        ${withTools.length + proxied.length} (${withTools.length} with tools, ${proxied.length} with proxy only)`,
  );
  console.log(`curated         ${loaded.filter(({ curated }) => curated).length}`);
  console.log(
    `tools           ${tools.filter((tool) => !tool.deprecated).length} and ` +
      `${tools.filter((tool) => tool.deprecated).length} deprecated; ` +
      `${runnable.length} executable, ` +
      `${tools.filter((tool) => tool.run.handler).length} of them composite`,
  );
  const schemes = new Map<string, number>();
  for (const mode of loaded.flatMap(({ toolkit }) => [...new Set(toolkit.authSchemes.map((scheme) => scheme.mode))]))
    schemes.set(mode, (schemes.get(mode) ?? 0) + 1);
  console.log(
    `auth schemes    ${[...schemes]
      .sort((a, b) => b[1] - a[1])
      .map(([mode, count]) => `${mode} ${count}`)
      .join(", ")}`,
  );
}

/** Reference slugs by their toolkit; prefixes overlap, so the longest prefix wins. */
function byToolkit(slugs: string[], toolkits: { slug: string }[]): Map<string, string[]> {
  const prefixes = toolkits.map(({ slug }) => slug.toUpperCase()).sort((a, b) => b.length - a.length);
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const prefix = prefixes.find((candidate) => slug.startsWith(`${candidate}_`)) ?? "";
    groups.set(prefix, [...(groups.get(prefix) ?? []), slug]);
  }
  return groups;
}

function compareSlugs(loaded: LoadedToolkit[], groups: Map<string, string[]>, showAll: boolean): void {
  const names = new Set(loaded.flatMap(({ toolkit }) => toolkit.tools.map((tool) => tool.slug)));
  const aliases = new Set(loaded.flatMap(({ toolkit }) => toolkit.tools.flatMap((tool) => tool.aliases)));
  const all = [...groups.values()].flat();
  console.log(
    `slugs           ${all.filter((slug) => names.has(slug)).length} of ${all.length} reference slugs exact, ` +
      `${all.filter((slug) => !names.has(slug) && aliases.has(slug)).length} more as aliases`,
  );
  const rows = [...groups]
    .map(([prefix, slugs]) => ({
      prefix,
      total: slugs.length,
      missing: slugs.filter((slug) => !names.has(slug) && !aliases.has(slug)),
    }))
    .sort((a, b) => b.missing.length - a.missing.length);
  console.log("missing by toolkit, the most first:");
  for (const { prefix, total, missing } of rows.filter((row) => row.missing.length > 0)) {
    const visible = showAll ? missing : missing.slice(0, MISSING_SHOWN);
    console.log(
      `  ${prefix.toLowerCase().padEnd(24)} ${String(missing.length).padStart(4)} of ${total}  ` +
        `${visible.join(" ")}${visible.length < missing.length ? " ..." : ""}`,
    );
  }
}

const sameSet = (a: string[], b: string[]): boolean => a.length === b.length && a.every((name) => b.includes(name));

/** Whether the reference and the tool have the same names; an accepted alias counts as its argument. */
function takesAll(tool: CompiledTool, names: string[]): boolean {
  const properties = Object.keys(tool.inputSchema.properties);
  const argumentNames = names.map((name) =>
    properties.includes(name) ? name : (findArgumentTarget(tool, name)?.way?.path[0] ?? name),
  );
  return sameSet([...new Set(argumentNames)], properties);
}

function compareParameters(tools: Map<string, CompiledTool>, references: ReferenceTool[], prefix: string): void {
  const pairs = references.flatMap((reference) => {
    const tool = tools.get(reference.slug);
    return tool && reference.slug.startsWith(prefix) ? [{ reference, tool }] : [];
  });
  if (pairs.length === 0) return;
  const equal = pairs.filter(({ reference, tool }) =>
    takesAll(tool, Object.keys(reference.input_parameters.properties ?? {})),
  );
  const required = pairs.filter(({ reference, tool }) =>
    sameSet(reference.input_parameters.required ?? [], tool.inputSchema.required ?? []),
  );
  const share = (part: unknown[]): string => `${((100 * part.length) / pairs.length).toFixed(1)} %`;
  console.log(
    `parameters      ${prefix.padEnd(18)} ${pairs.length} tools matched by slug: ` +
      `names equal ${share(equal)}, required equal ${share(required)}`,
  );
}

type CompareOptions = { reference: string | undefined; showAll: boolean; classes: boolean; lower: boolean };

/**
 * `npm run catalog:compare -- --reference PATH [--all]`; only counts without a reference. `--classes [--all|--lower]`
 * counts the classes of faults. Returns the exit code.
 */
export async function compareCatalog({ reference, showAll, classes, lower }: CompareOptions): Promise<number> {
  try {
    const loaded = loadCompiled(await buildCatalog(inRoot(), inRoot(".cache/catalog"), say));
    const compiled = loaded.map(({ toolkit }) => toolkit);
    if (classes) return printClasses(compiled, { all: showAll, lower }) ? 0 : 1;
    printCounts(loaded);
    printWords(compiled);
    printOpenOutputs(loaded);
    const broken = findBroken(loaded);
    printBroken(broken);
    const code = broken.length > 0 ? 1 : 0;
    if (!reference) return code;
    const references = readJson<(ReferenceTool & ReferenceOutput)[]>(reference, SCHEMAS);
    const tools = new Map(
      loaded.flatMap(({ toolkit }) =>
        toolkit.tools.flatMap((tool) => [tool.slug, ...tool.aliases].map((name) => [name, tool] as const)),
      ),
    );
    for (const prefix of new Set(references.map(({ slug }) => `${slug.split("_")[0]}_`)))
      compareParameters(tools, references, prefix);
    const lists = readJson<ReferenceArguments & ReferenceAnswers>(reference, ARGUMENTS);
    compareArguments(tools, lists, showAll);
    compareAnswers(loaded, lists, references, showAll);
    compareSlugs(
      loaded,
      byToolkit(readJson<string[]>(reference, SLUGS), readJson<{ slug: string }[]>(reference, TOOLKITS)),
      showAll,
    );
    return code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
