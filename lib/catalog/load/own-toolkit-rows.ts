/** A project's own toolkit as texts that PostgreSQL stores: pure, so that a worker thread can write them. */
import { createHash } from "node:crypto";
import type { CompiledTool, CompiledToolkit } from "../compiled-toolkit";
import { toolRank } from "../tool-rank";
import { countListed, toJson } from "./to-copy-text";

/** The facts of a toolkit without its tools; the version is chosen when they are stored. */
export type OwnToolkitFacts = Omit<CompiledToolkit, "tools" | "version">;

export type OwnToolkitRows = {
  facts: OwnToolkitFacts;
  /** Tools in a list that does not ask for deprecated tools. */
  listedTools: number;
  tools: number;
  /** All names of the tools: slugs and aliases. */
  names: string[];
  /** Of the facts and the tools: equal for equal toolkits. */
  hash: string;
  /** JSON lists of rows of `tool`. A batch is stored by one statement, and no thread that serves requests parses it. */
  batches: string[];
};

/** Tools of one toolkit: GitHub's own description has about 1,100 operations. */
export const MOST_TOOLS = 3_000;
/** Toolkits of one project. */
export const MOST_OWN_TOOLKITS = 100;
/** Tools of all toolkits of one project, in their latest versions. */
export const MOST_OWN_TOOLS = 20_000;

/** Characters of one batch. */
const BATCH = 400_000;

const toRow = (toolkit: OwnToolkitFacts, tool: CompiledTool, place: number): string =>
  toJson({
    slug: tool.slug,
    name: tool.name,
    description: tool.description,
    tags: tool.tags,
    scopes: tool.scopes,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    run: tool.run,
    important: tool.important,
    deprecated: tool.deprecated,
    aliases: tool.aliases,
    rank: toolRank(tool, place, toolkit.popularity),
  });

/** The tools as batches of rows, one after the other: all rows of a large toolkit together are megabytes. */
function* toBatches(toolkit: OwnToolkitFacts, tools: readonly CompiledTool[]): Generator<string> {
  let rows: string[] = [];
  let room = BATCH;
  for (const [place, tool] of tools.entries()) {
    const row = toRow(toolkit, tool, place);
    if (row.length > room && rows.length > 0) {
      yield `[${rows.join(",")}]`;
      [rows, room] = [[], BATCH];
    }
    rows.push(row);
    room -= row.length;
  }
  if (rows.length > 0) yield `[${rows.join(",")}]`;
}

/**
 * Writes a compiled toolkit as rows. Its version does not count.
 * @param wantsBatches whether the tools are returned; their hash is known in any case
 */
export function toOwnRows({ tools, version: _, ...toolkit }: CompiledToolkit, wantsBatches = true): OwnToolkitRows {
  const text = toJson(toolkit);
  // Without what PostgreSQL refuses: others store the facts, too.
  const facts = JSON.parse(text) as OwnToolkitFacts;
  const sum = createHash("sha256").update(text);
  const batches: string[] = [];
  for (const batch of toBatches(facts, tools)) {
    sum.update("\n").update(batch);
    if (wantsBatches) batches.push(batch);
  }
  return {
    ...{ facts, batches, tools: tools.length },
    names: tools.flatMap(({ slug, aliases }) => [slug, ...aliases]),
    listedTools: countListed(tools),
    hash: sum.digest("hex"),
  };
}
