/** Measures how well the catalog describes tools and arguments. */
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { saysNoMore } from "@/lib/catalog/compile/descriptions/compose-descriptions";
import { badSlug } from "@/lib/catalog/compile/names/give-readable-slugs";
import { screaming } from "@/lib/catalog/compile/names/tool-slug";
import { removeFacts } from "@/lib/catalog/remove-facts";
import { isMarked } from "./words-of-used";

/** Prints the shares, without deprecated tools. */
export function printWords(toolkits: readonly CompiledToolkit[]): void {
  const tools = toolkits.flatMap(({ slug, tools: all }) =>
    all.filter(({ deprecated }) => !deprecated).map((tool) => ({ tool, prefix: screaming(slug) })),
  );
  const texts = tools.map(({ tool }) => tool);
  const fuller = texts.filter(({ name, description }) => !saysNoMore(name, description));
  const composed = fuller.filter(({ description }) => removeFacts(description) !== description);
  const marked = texts.filter(({ description }) => isMarked(description));
  const schemas = texts.flatMap(({ inputSchema }) => Object.values(inputSchema.properties));
  const described = schemas.filter(({ description }) => description !== undefined && description !== "");
  const bad = tools.map(({ tool, prefix }) => badSlug(tool, prefix));
  const share = (part: unknown[], all: unknown[]): string => `${((100 * part.length) / all.length).toFixed(1)} %`;
  console.log(
    `words           ${share(fuller, texts)} of descriptions say more than the name ` +
      `(${composed.length} composed by the compiler), ${share(marked, texts)} with markup`,
  );
  console.log(`                ${share(described, schemas)} of ${schemas.length} arguments described`);
  console.log(
    `rule names      ${bad.filter((kind) => kind === "path").length} by method and path, ` +
      `${bad.filter((kind) => kind === "cut").length} cut`,
  );
}
