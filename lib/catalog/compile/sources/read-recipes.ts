/** `toolkits/<slug>/recipes.yaml`: how jobs are done with tools, step by step. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Recipe, RecipeStep } from "@/lib/search/tool-document";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolSlug } from "./toolkit-file";

const FOLDER = "toolkits";
const Sentence = z.string().trim().min(10).max(260);
const RequestText = z.string().trim().min(10).max(110);
const STEP = /^(prerequisite|required|optional|fallback) ([A-Z0-9_]{3,64})$/;

/** One key with what is said of it: `required GMAIL_SEND_EMAIL: Send it to the address found before.` */
const oneLine = <Key extends z.ZodType<string, string>>(key: Key) =>
  z.record(key, Sentence).refine((line) => Object.keys(line).length === 1, "must have one key");

const RecipesFile = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "small letters and digits, joined by dashes"),
    use_case: RequestText,
    asked_as: z.array(RequestText).min(1).max(3),
    steps: z
      .array(oneLine(z.string().regex(STEP, "a tag and the slug of a tool")))
      .min(2)
      .max(7),
    pitfalls: z.array(oneLine(ToolSlug)).max(4).default([]),
  }),
);

type RecipeEntry = z.output<typeof RecipesFile>[number];
/** A recipe with the file that it stands in. */
export type WrittenRecipe = Recipe & { file: string };

function toStep(line: Record<string, string>): RecipeStep {
  const [[key = "", text = ""] = []] = Object.entries(line);
  const [tag, tool = ""] = key.split(" ");
  return { tag: tag as RecipeStep["tag"], tool, text };
}

const toRecipe = (
  file: string,
  { id, use_case: useCase, asked_as: askedAs, steps, pitfalls }: RecipeEntry,
): WrittenRecipe => ({
  file,
  id,
  useCase,
  askedAs,
  steps: steps.map(toStep),
  pitfalls: pitfalls.flatMap((line) => Object.entries(line).map(([tool, text]) => ({ tool, text }))),
});

/**
 * All recipes, in the order of the toolkits' names.
 * @throws CatalogSourceError, also for an id that two recipes have
 */
export function readRecipes(root: string): WrittenRecipe[] {
  const folders = readdirSync(path.join(root, FOLDER), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const recipes = folders
    .map(({ name }) => `${FOLDER}/${name}/recipes.yaml`)
    .sort()
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((file) =>
      parseYamlFile(RecipesFile, file, readFileSync(path.join(root, file), "utf8")).map((entry) =>
        toRecipe(file, entry),
      ),
    );
  const fileByName = new Map<string, string>();
  for (const { id, file } of recipes) {
    const other = fileByName.get(id);
    if (other !== undefined) throw new CatalogSourceError(file, id, `a recipe of this id stands in ${other}, too`);
    fileByName.set(id, file);
  }
  return recipes;
}

/** The tools that recipes name. */
export const toolsOf = (recipes: readonly Recipe[]): Set<string> =>
  new Set(recipes.flatMap(({ steps, pitfalls }) => [...steps, ...pitfalls].map(({ tool }) => tool)));

type Schema = { properties?: Record<string, unknown>; items?: unknown; anyOf?: unknown[]; oneOf?: unknown[] };
const asSchema = (value: unknown): Schema | undefined =>
  typeof value === "object" && value !== null ? (value as Schema) : undefined;

/** The schemas of a member, in the schema itself, its elements and its alternatives. */
const below = (schema: Schema, name: string): Schema[] =>
  [schema, asSchema(schema.items), ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(asSchema)].flatMap(
    (part) => asSchema(part?.properties?.[name]) ?? asSchema(asSchema(part?.items)?.properties?.[name]) ?? [],
  );

const isOpen = (schema: Schema): boolean => !schema.properties && !asSchema(schema.items)?.properties;

/** Whether a tool accepts an argument of this name; `outer.inner` for a nested name. Open objects accept everything. */
function takes(input: Schema, argument: string): boolean {
  const [first = "", ...rest] = argument.replaceAll("[]", "").split(".");
  let schemas = below(input, first);
  for (const name of rest) {
    if (schemas.some(isOpen)) return true;
    schemas = schemas.flatMap((schema) => below(schema, name));
  }
  return schemas.length > 0;
}

/**
 * Holds a recipe against the tools that it names: each must exist and not be retired, and what stands in backticks must
 * be an argument of the tool of its line.
 * @throws CatalogSourceError
 */
export function checkRecipe(recipe: WrittenRecipe, tools: ReadonlyMap<string, CompiledTool>): void {
  const fail = (reason: string): never => {
    throw new CatalogSourceError(recipe.file, recipe.id, reason);
  };
  if (!recipe.steps.some(({ tag }) => tag === "required")) fail("no step is required");
  for (const { tool: slug, text } of [...recipe.steps, ...recipe.pitfalls]) {
    const tool = tools.get(slug) ?? fail(`there is no tool ${slug}`);
    if (tool.deprecated) fail(`${slug} is deprecated`);
    for (const [, argument = ""] of text.matchAll(/`([^`]*)`/g))
      if (!takes(tool.inputSchema, argument)) fail(`${slug} has no argument ${JSON.stringify(argument)}`);
  }
}
