/** Gives tools and arguments the words of `words.yaml`, if their source describes them badly or for web readers. */
import { z } from "zod";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import type { RootSchema, ToolSchema } from "../../tool-schema";
import { isSilent, withoutSilentWords } from "../mends/repeats-name";
import { byAnyName } from "../names/tool-slug";

/** Maximum bytes of an input schema for words inside arguments: clients refuse longer schemas. */
const FULL = 20_500;

const Sentence = z.string().trim().min(2).max(1000);
/** `limit`, or `filter.limit` for a member of `filter` or of its items. */
const Glossary = z.record(z.string().min(1).max(200), Sentence);

/** By a pattern of slugs. */
const Glossaries = z.record(z.string().regex(/^[A-Z0-9_*]+$/), Glossary).default({});

/** Words of an argument, with examples if those of the source belong to another operation. */
const OwnWords = z.union([
  Sentence.transform((description) => ({ description })),
  z.strictObject({ description: Sentence, examples: z.array(z.unknown()).min(1) }),
]);
type OwnWords = z.infer<typeof OwnWords>;

const ToolWords = z.union([
  Sentence.transform((description) => ({ description, name: undefined, arguments: {} })),
  z.strictObject({
    description: Sentence.optional(),
    name: z.string().trim().min(3).max(120).optional(),
    arguments: z.record(z.string().min(1).max(200), OwnWords).default({}),
  }),
]);

/**
 * `toolkits/<slug>/words.yaml`. `tools`: replaces the source's words of a tool; a plain text is its description.
 * `arguments`: the toolkit's glossary, for arguments that the source describes only by their name. `where`: glossaries
 * for the tools whose slugs match a pattern (`SLACK_FILES_*`); they precede the general glossary, and the first match
 * counts. `instead`: such glossaries that replace the source's words; those of `tools` come before them.
 */
export const WordsFile = z.strictObject({
  tools: z.record(z.string(), ToolWords).default({}),
  where: Glossaries,
  instead: Glossaries,
  arguments: Glossary.default({}),
});
export type WordsFile = z.infer<typeof WordsFile>;

type Words = Readonly<Record<string, string>>;
/** Entries of glossaries that some argument has, as `place.name`. */
type Met = Set<string>;
type Scoped = { place: string; words: Words };

const patternOf = (text: string): RegExp => new RegExp(`^${text.replaceAll("*", ".*")}$`);

/** The properties of an object, or of the items of a list. */
const inside = (schema: ToolSchema): Record<string, ToolSchema> =>
  schema.properties ?? (schema.items ? inside(schema.items) : {});

/** @returns whether there is such an argument */
function setWords(root: ToolSchema, name: string, words: OwnWords): boolean {
  const property = inside(root)[name];
  if (property) {
    Object.assign(property, withoutSilentWords(name, property), words);
    return true;
  }
  for (let dot = name.indexOf("."); dot > 0; dot = name.indexOf(".", dot + 1)) {
    const outer = inside(root)[name.slice(0, dot)];
    if (outer) return setWords(outer, name.slice(dot + 1), words);
  }
  return false;
}

/** The glossary entry of an argument: its path precedes its name, the narrower glossary the wider one. */
function fromGlossaries(glossaries: readonly Scoped[], names: readonly string[], met: Met): string | undefined {
  let text: string | undefined;
  for (const { place, words } of glossaries)
    for (const name of names) {
      if (!Object.hasOwn(words, name)) continue;
      met.add(`${place}.${name}`);
      text ??= words[name];
    }
  return text;
}

/** Words of a flag that is typed as text: they contain its type, which a mend needs, but not what it does. */
const FLAG_ALONE = /^\W{0,3}true or false\W{0,3}$/i;

/** Describes arguments first and, if the schema has room, their members one level deep. */
function describeArguments({ inputSchema }: CompiledTool, glossaries: readonly Scoped[], met: Met): void {
  const properties = Object.entries(inputSchema.properties);
  for (const [name, schema] of properties) {
    const words = fromGlossaries(glossaries, [name], met);
    if (words && FLAG_ALONE.test(schema.description ?? "")) schema.description = `true or false: ${words}`;
    else if (words && isSilent(name, schema))
      Object.assign(schema, withoutSilentWords(name, schema), { description: words });
  }
  let room = FULL - JSON.stringify(inputSchema).length;
  // The name of a file is no name of what the glossary is about.
  for (const [name, schema] of properties)
    for (const [inner, part] of Object.entries(schema.file_uploadable ? {} : inside(schema))) {
      const words = fromGlossaries(glossaries, [`${name}.${inner}`, inner], met);
      if (!words || !isSilent(inner, part) || words.length > room) continue;
      part.description = words;
      room -= JSON.stringify({ description: words }).length;
    }
}

function giveOwnWords(tool: CompiledTool, words: WordsFile["tools"][string], refuse: (place: string) => never): void {
  if (words.name) tool.name = words.name;
  if (words.description) tool.description = words.description;
  for (const [name, text] of Object.entries(words.arguments)) if (!setWords(tool.inputSchema, name, text)) refuse(name);
}

/** A copy in which each place has a schema of its own: a structured clone keeps those that two arguments share. */
const unshared = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unshared);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unshared(part)]));
};

/**
 * Gives tools the words of a toolkit's file. The file names a tool by its slug or by an alias.
 * @throws CatalogSourceError for a tool, a pattern or an argument that does not exist
 */
export function giveWords(tools: readonly CompiledTool[], toolkit: string, file: WordsFile): void {
  const refuse = (place: string, reason: string): never => {
    throw new CatalogSourceError(`toolkits/${toolkit}/words.yaml`, place, reason);
  };
  const byName = byAnyName(tools);
  // Tools and arguments can share schemas, and the words of one must not appear in another.
  for (const tool of tools) tool.inputSchema = unshared(tool.inputSchema) as RootSchema;
  replaceWords(tools, file.instead, refuse);
  for (const [slug, words] of Object.entries(file.tools)) {
    const tool = byName.get(slug) ?? refuse(`tools.${slug}`, "there is no such tool");
    giveOwnWords(tool, words, (name) => refuse(`tools.${slug}.arguments.${name}`, "there is no such argument"));
  }
  giveGlossaries(tools, file, refuse);
}

/** For each argument, the first pattern that has words for it counts. */
function replaceWords(
  tools: readonly CompiledTool[],
  glossaries: WordsFile["instead"],
  refuse: (place: string, reason: string) => never,
): void {
  const met: Met = new Set();
  for (const tool of tools) {
    const names = [tool.slug, ...tool.aliases];
    const done = new Set<string>();
    for (const [pattern, words] of Object.entries(glossaries)) {
      const fits = patternOf(pattern);
      if (!names.some((name) => fits.test(name))) continue;
      for (const [argument, text] of Object.entries(words)) {
        if (!done.has(argument) && !setWords(tool.inputSchema, argument, { description: text })) continue;
        done.add(argument);
        met.add(`${pattern}.${argument}`);
      }
    }
  }
  for (const [pattern, words] of Object.entries(glossaries))
    for (const argument of Object.keys(words))
      if (!met.has(`${pattern}.${argument}`)) refuse(`instead.${pattern}.${argument}`, "no tool has such an argument");
}

function giveGlossaries(
  tools: readonly CompiledTool[],
  file: WordsFile,
  refuse: (place: string, reason: string) => never,
): void {
  const met: Met = new Set();
  const general: Scoped = { place: "arguments", words: file.arguments };
  const parts = Object.entries(file.where).map(([pattern, words]) => ({
    place: `where.${pattern}`,
    words,
    fits: patternOf(pattern),
  }));
  for (const tool of tools) {
    const names = [tool.slug, ...tool.aliases];
    const narrow = parts.filter(({ fits }) => names.some((name) => fits.test(name)));
    describeArguments(tool, [...narrow, general], met);
  }
  for (const { place, words } of [...parts, general]) {
    const stranger = Object.keys(words).find((name) => !met.has(`${place}.${name}`));
    if (stranger !== undefined) refuse(`${place}.${stranger}`, "no tool has such an argument");
  }
}
