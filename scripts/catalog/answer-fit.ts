/**
 * Counts the tools that answer with the keys that programs for a published list read, and the answers without a schema.
 */
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { LoadedToolkit } from "./loaded-toolkit";

/** From a reference file: toolkit to tool to the keys of its answer. A tool without keys has an unknown answer. */
export type ReferenceAnswers = { tools: Record<string, Record<string, { out?: string[] }>> };

/** A tool of another list, whose output schema can name the keys. */
export type ReferenceOutput = {
  slug: string;
  output_parameters?: { properties?: { data?: { properties?: Record<string, unknown> } } };
};

/** The number of most used tools that are checked one by one. */
const MOST_USED = 300;

type Row = { tool: CompiledTool; keyCount: number; missing: string[]; usage: number };

const keysOf = ({ outputSchema }: CompiledTool): Set<string> => {
  const { data } = outputSchema.properties;
  const parts = [data, ...(data?.anyOf ?? [])];
  return new Set(parts.flatMap((part) => Object.keys(part?.properties ?? {})));
};

/** Whether the output schema allows any answer. */
const isOpen = ({ outputSchema }: CompiledTool): boolean => {
  const { data } = outputSchema.properties;
  return !data?.properties && !data?.anyOf && typeof data?.additionalProperties !== "object";
};

function wantedKeys(answers: ReferenceAnswers, outputs: readonly ReferenceOutput[]): Map<string, string[]> {
  const keysByTool = new Map<string, string[]>();
  for (const { slug, output_parameters: output } of outputs)
    keysByTool.set(slug, Object.keys(output?.properties?.data?.properties ?? {}));
  for (const tools of Object.values(answers.tools))
    for (const [slug, { out = [] }] of Object.entries(tools)) if (out.length > 0) keysByTool.set(slug, out);
  return keysByTool;
}

/** The shared tools for which the reference lists keys; `usage` orders them, the most used first. */
function rowsOf(loaded: readonly LoadedToolkit[], keysByTool: ReadonlyMap<string, string[]>): Row[] {
  const byUse = [...loaded].sort((a, b) => a.toolkit.popularity - b.toolkit.popularity);
  return byUse.flatMap(({ toolkit, files }) =>
    toolkit.tools.flatMap((tool) => {
      const keys = [tool.slug, ...tool.aliases].map((slug) => keysByTool.get(slug)).find((names) => names?.length);
      if (!keys) return [];
      const toolKeys = keysOf(tool);
      // A toolkit that mirrors others contains the same tools again.
      const isListed = tool.important && files.every((file) => file.mirrors.length === 0);
      const missing = keys.filter((key) => !toolKeys.has(key));
      return [
        { tool, keyCount: keys.length, missing, usage: isListed ? toolkit.popularity : Number.POSITIVE_INFINITY },
      ];
    }),
  );
}

const share = (part: number, all: number): string => `${((100 * part) / Math.max(all, 1)).toFixed(1)} %`;

/** Prints what fits, and each of the most used tools that does not. */
export function compareAnswers(
  loaded: readonly LoadedToolkit[],
  answers: ReferenceAnswers,
  outputs: readonly ReferenceOutput[],
  showAll: boolean,
): void {
  const rows = rowsOf(loaded, wantedKeys(answers, outputs));
  const fitting = (some: readonly Row[]): number => some.filter(({ missing }) => missing.length === 0).length;
  const most = rows.filter(({ usage }) => Number.isFinite(usage)).slice(0, MOST_USED);
  console.log(
    `answers         ${fitting(most)} of the ${most.length} most used shared tools have all keys ` +
      `(${share(fitting(most), most.length)}), ` +
      `${fitting(rows)} of all ${rows.length} (${share(fitting(rows), rows.length)})`,
  );
  for (const { tool, missing, keyCount } of (showAll ? rows : most).filter((row) => row.missing.length > 0))
    console.log(`  ${tool.slug}: without ${missing.length} of ${keyCount} keys: ${missing.join(", ")}`);
}

/** Prints the number of open output schemas. */
export function printOpenOutputs(loaded: readonly LoadedToolkit[]): void {
  const tools = loaded.flatMap(({ toolkit }) => toolkit.tools);
  const open = tools.filter(isOpen).length;
  console.log(`open outputs    ${open} of ${tools.length} (${share(open, tools.length)})`);
}
