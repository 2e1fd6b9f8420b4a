/** Compiles one tool that a project adds to a toolkit. Pure, and bounded: it runs between other requests. */
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { applySettings } from "../compile/compile-document";
import { fromHand } from "../compile/from-hand";
import { limitToolkit } from "../compile/limit-toolkit";
import { Problems } from "../compile/problem";
import { DOCUMENT_FILE } from "../compile/to-toolkit-file";
import type { WrittenTool } from "../compile/written-tool";
import { MOST_PROBLEMS } from "../constants";

export type AddedProblem = { path: string; message: string; fix: string };
/** `toolkit`: the toolkit with this tool alone; undefined if a problem makes the tool unusable. */
export type CompiledAddition = {
  toolkit: CompiledToolkit | undefined;
  slug: string | undefined;
  problems: AddedProblem[];
};

/** Where an entry is in the list that `fromHand` reads. */
const ENTRY = /^\/tools\/0/;
/** Only for the compiler; the version of an added tool is its own. */
const NO_VERSION = "20000101_00";

/** `header:authorization`, of every scheme. */
const credentialPlacesOf = ({ authSchemes }: CatalogToolkit): string[] =>
  authSchemes.flatMap(({ apply }) => apply.map((rule) => `${rule.in}:${rule.name.toLowerCase()}`));

function compileWritten(handTool: WrittenTool, toolkit: CatalogToolkit, baseUrl: string, problems: Problems) {
  const { slug, name, description, meta, popularity } = toolkit;
  const file = ToolkitFile.parse({
    ...{ name, version: NO_VERSION, categories: ["custom"], description: description || name },
    ...{ baseUrl, headers: meta.headers, auth: [{ mode: "NO_AUTH" }], sources: [] },
  });
  file.tools = { [handTool.slug]: handTool.tool };
  const compiled = compileToolkit({
    ...{ slug, filePath: DOCUMENT_FILE, file, providers: {}, usage: { popularity, tools: [] } },
    skip: (_, reason) => problems.add("/tools/0", `The tool cannot be used: ${reason}.`, "Correct the tool."),
    read: () => ({}),
  });
  delete compiled.meta.basis;
  const choice = handTool.choice ? { tools: { [handTool.key]: handTool.choice } } : {};
  applySettings(compiled.tools, new Map([[handTool.slug, handTool.key]]), choice);
  const limited = limitToolkit(compiled, problems);
  return { ...limited, tools: limited.tools.map((tool) => ({ ...tool, run: { ...tool.run, added: true as const } })) };
}

/**
 * Compiles what somebody wrote.
 * @param raw of any form; its size is bounded before
 * @param baseUrl of the toolkit
 */
export function compileAddedTool(toolkit: CatalogToolkit, baseUrl: string, raw: unknown): CompiledAddition {
  const problems = new Problems(MOST_PROBLEMS);
  const credentialPlaces = credentialPlacesOf(toolkit);
  const options = { slug: toolkit.slug, integration: undefined, document: {}, choices: undefined, credentialPlaces };
  const [handTool] = fromHand([raw], options, problems).tools;
  const result = (compiled?: CompiledToolkit): CompiledAddition => ({
    toolkit: compiled && compiled.tools.length > 0 ? compiled : undefined,
    slug: handTool?.slug,
    problems: problems.items.map(({ path, message, fix }) => ({ path: path.replace(ENTRY, ""), message, fix })),
  });
  if (!handTool) return result();
  try {
    return result(compileWritten(handTool, toolkit, baseUrl, problems));
  } catch (error) {
    if (!(error instanceof CatalogSourceError)) throw error;
    problems.add("/tools/0", error.reason, "Correct the tool.");
    return result();
  }
}
