/** Builds the search index of the whole catalog once, and stores it in the cache. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkRecipe, readRecipes, toolsOf } from "@/lib/catalog/compile/sources/read-recipes";
import { checkIntents, readIntents, readNicknames } from "@/lib/catalog/compile/sources/read-intents";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { byAnyName } from "@/lib/catalog/compile/names/tool-slug";
import { searchDocuments } from "@/lib/catalog/search-documents";
import { buildIndex } from "@/lib/search/build-index";
import type { Recipe, ToolDocument, ToolkitDocument } from "@/lib/search/tool-document";
import { learnKinds } from "@/lib/search/learn-kinds";
import { toBytes } from "@/lib/search/index-bytes";
import { contentHash } from "../start/stamps.mjs";
import type { BuildReport } from "./build-catalog";

const CODE = [
  "lib/search",
  "lib/catalog/search-documents.ts",
  "lib/catalog/remove-facts.ts",
  "lib/catalog/compile/sources/read-recipes.ts",
  "lib/catalog/compile/sources/read-intents.ts",
  "lib/catalog/compile/names/tool-slug.ts",
];

const isText = (file: string): boolean => /(nicknames|intents|popularity|recipes)\.yaml$/.test(file);

/** The operation that a tool runs: the same for a tool and its copy in a toolkit that mirrors others. */
function operationOf(toolkit: string, { run }: CompiledTool): string {
  if (run.request) return `${run.request.method} ${run.request.baseUrl}${run.request.path}`;
  if (run.builtin !== undefined) return run.builtin;
  if (run.mcp) return `${run.mcp.url} ${run.mcp.name}`;
  return run.handler.includes("/") ? run.handler : `${toolkit}/${run.handler}`;
}

export type SearchDocuments = { tools: ToolDocument[]; toolkits: ToolkitDocument[]; recipes: Recipe[] };

type Documents = ReturnType<typeof searchDocuments> & { popularity: number };

/** Sorts the most used toolkits first, so that their tools come first among tools that fit equally well. */
const byPopularity = (a: Documents, b: Documents): number =>
  a.popularity - b.popularity || (a.toolkit.slug < b.toolkit.slug ? -1 : 1);

/** The phrases of all names of a tool: one that was made of several has those of each. */
function intentsOfNames(
  intents: Readonly<Record<string, readonly string[]>>,
  { slug, aliases }: Pick<CompiledTool, "slug" | "aliases">,
): readonly string[] | undefined {
  const phrases = [slug, ...aliases].flatMap((name) => (Object.hasOwn(intents, name) ? (intents[name] ?? []) : []));
  return phrases.length > 0 ? [...new Set(phrases)] : undefined;
}

/** Every toolkit as documents, one file in memory at a time, and the recipes. Copies of a tool have its intents. */
export function readDocuments(root: string, built: BuildReport): SearchDocuments {
  const [nicknames, intents, recipes] = [readNicknames(root), readIntents(root), readRecipes(root)];
  const byOperation = new Map<string, readonly string[]>();
  const [inRecipes, named] = [toolsOf(recipes), new Map<string, CompiledTool>()];
  const toolkitDocuments = [...built.toolkits]
    .sort((a, b) => Number(intents.has(b.slug)) - Number(intents.has(a.slug)))
    .map(({ slug, file }): Documents => {
      const { toolkit } = JSON.parse(readFileSync(file, "utf8")) as CompiledFile;
      const intentsOfToolkit = intents.get(slug);
      if (intentsOfToolkit) checkIntents(slug, intentsOfToolkit, toolkit.tools);
      for (const [name, tool] of byAnyName(toolkit.tools)) if (inRecipes.has(name)) named.set(name, tool);
      const documents = searchDocuments(toolkit, {
        nicknames: nicknames[slug] ?? [],
        intentsOf: (tool) => {
          const operation = operationOf(slug, tool);
          const phrases = intentsOfToolkit ? intentsOfNames(intentsOfToolkit, tool) : byOperation.get(operation);
          if (intentsOfToolkit && phrases) byOperation.set(operation, phrases);
          return phrases;
        },
      });
      return { ...documents, popularity: toolkit.popularity };
    })
    .sort(byPopularity);
  for (const recipe of recipes) checkRecipe(recipe, named);
  return {
    toolkits: toolkitDocuments.map(({ toolkit }) => toolkit),
    tools: toolkitDocuments.flatMap(({ tools }) => tools),
    recipes: recipes.map(({ file: _, ...recipe }) => withSlugs(recipe, named)),
  };
}

/** Recipes can name a tool by any of its names. */
function withSlugs(recipe: Recipe, named: ReadonlyMap<string, CompiledTool>): Recipe {
  const slugOf = <T extends { tool: string }>(line: T): T => ({
    ...line,
    tool: named.get(line.tool)?.slug ?? line.tool,
  });
  return { ...recipe, steps: recipe.steps.map(slugOf), pitfalls: recipe.pitfalls.map(slugOf) };
}

/**
 * Returns the index file of a compiled catalog, and builds it if any of its inputs changed.
 * @throws CatalogSourceError for intents and recipes that do not fit the tools
 */
export function buildSearch(root: string, cache: string, built: BuildReport): { file: string; isNew: boolean } {
  const code = contentHash(CODE, (file: string) => !file.endsWith(".test.ts"));
  const texts = contentHash(["toolkits"], isText);
  const hash = createHash("sha256")
    .update(JSON.stringify([code, texts, built.toolkits.map(({ file }) => path.basename(file))]))
    .digest("hex");
  const folder = path.join(cache, "search");
  const target = path.join(folder, `${hash.slice(0, 32)}.bin`);
  if (existsSync(target)) return { file: target, isNew: false };
  const { tools, toolkits, recipes } = readDocuments(root, built);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${target}.${process.pid}`,
    toBytes(buildIndex(tools, toolkits, { recipes, kinds: learnKinds(tools) })),
  );
  renameSync(`${target}.${process.pid}`, target);
  for (const name of readdirSync(folder))
    if (name !== path.basename(target)) rmSync(path.join(folder, name), { force: true });
  return { file: target, isNew: true };
}
