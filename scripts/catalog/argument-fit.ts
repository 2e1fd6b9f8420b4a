/** Counts the tools that accept the arguments that programs for a published list send. */
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { ToolSchema } from "@/lib/catalog/tool-schema";
import { findArgumentTarget } from "@/lib/execution/request/argument-names";

/** File of a reference folder: toolkit to tool to its arguments, each with its type and whether it is required. */
export const ARGUMENTS = "original-arguments-2025-11.json";
export type ReferenceArguments = {
  tools: Record<string, Record<string, { in: Record<string, [type: string, required: number]> }>>;
};

export type Misfit = { tool: string; refused: string[]; demanded: string[] };
const TOOLKITS_SHOWN = 60;
const NAMES_SHOWN = 8;

type Way = readonly string[];

/** The required arguments that no other name maps to, also inside arguments that other names map to. */
function demandedBy(schema: ToolSchema, ways: readonly Way[], before = ""): string[] {
  return (schema.required ?? []).flatMap((name) => {
    const inner = schema.properties?.[name];
    if (inner?.default !== undefined) return [];
    const into = ways.filter((way) => way[0] === name);
    if (into.length === 0) return [`${before}${name}`];
    if (!inner || into.some((way) => way.length === 1)) return [];
    return demandedBy(
      inner,
      into.map((way) => way.slice(1)),
      `${before}${name}.`,
    );
  });
}

/** The names that a tool refuses, and the required arguments that no name maps to; null if it fits. */
export function misfitOf(tool: CompiledTool, names: readonly string[]): Misfit | null {
  const properties = tool.inputSchema.properties;
  const unknownNames: string[] = [];
  const ways: Way[] = [];
  const { request } = tool.run;
  const fields = request?.body?.mode === "flat" ? request.body.fields : [];
  const wrap = request?.body?.mode === "flat" ? request.body.wrap : undefined;
  const filledKeys = new Set(
    [...(request?.parameters ?? []), ...fields].flatMap(({ key, unlisted }) => (unlisted ? [key] : [])),
  );
  for (const name of names) {
    if (name === wrap) {
      ways.push(...fields.map(({ key }) => [key]));
      continue;
    }
    const place = Object.hasOwn(properties, name) || filledKeys.has(name) ? [name] : findArgumentTarget(tool, name);
    if (place === undefined) {
      if (!tool.inputSchema.additionalProperties) unknownNames.push(name);
    } else if (Array.isArray(place)) ways.push(place);
    else if (place.way) {
      ways.push(place.way.path);
      for (const way of [...Object.keys(place.target?.with ?? {}), ...(place.target?.also ?? [])])
        ways.push(way.split("./"));
    }
  }
  const connectionKeys = new Set(
    (tool.run.request?.parameters ?? [])
      .filter((parameter) => parameter.fromConnection !== undefined)
      .map(({ key }) => key),
  );
  const demanded = demandedBy(tool.inputSchema, ways).filter((name) => !connectionKeys.has(name));
  return unknownNames.length + demanded.length > 0 ? { tool: tool.slug, refused: unknownNames, demanded } : null;
}

const quoteNames = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN).join(", ") + (names.length > NAMES_SHOWN ? ", ..." : "");

function reasonOf({ refused: unknownNames, demanded }: Misfit): string {
  if (unknownNames.length === 0) return "requires more";
  return demanded.length === 0 ? "does not know names" : "does not know names and requires more";
}

/**
 * A tool fits if it accepts every argument name of the list and requires no other.
 * @param showAll prints all tools that do not fit, instead of the toolkits with the most
 */
export function compareArguments(
  tools: ReadonlyMap<string, CompiledTool>,
  { tools: lists }: ReferenceArguments,
  showAll: boolean,
): void {
  const rows = Object.entries(lists).map(([toolkit, references]) => {
    const shared = Object.entries(references).flatMap(([slug, { in: names }]) => {
      const tool = tools.get(slug);
      return tool ? [misfitOf(tool, Object.keys(names))] : [];
    });
    return { toolkit, shared: shared.length, misfits: shared.filter((fit) => fit !== null) };
  });
  const all = rows.reduce((sum, { shared }) => sum + shared, 0);
  const misfits = rows.flatMap((row) => row.misfits);
  const fit = all - misfits.length;
  console.log(`arguments       ${fit} of ${all} shared tools fit (${((100 * fit) / Math.max(all, 1)).toFixed(1)} %)`);
  const reasons = new Map<string, number>();
  for (const misfit of misfits) reasons.set(reasonOf(misfit), (reasons.get(reasonOf(misfit)) ?? 0) + 1);
  console.log(`exceptions      ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(", ")}`);
  const worst = rows.filter((row) => row.misfits.length > 0).sort((a, b) => b.misfits.length - a.misfits.length);
  for (const row of showAll ? worst : worst.slice(0, TOOLKITS_SHOWN)) {
    console.log(`  ${row.toolkit.padEnd(24)} ${row.shared - row.misfits.length} of ${row.shared} fit`);
    if (!showAll) continue;
    for (const misfit of row.misfits)
      console.log(
        `    ${misfit.tool}: ${reasonOf(misfit)}: ${[quoteNames(misfit.refused), quoteNames(misfit.demanded)].filter(Boolean).join(" | ")}`,
      );
  }
}
