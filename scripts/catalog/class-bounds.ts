/** The number of tools with a fault of each class, and its upper bound: a commit can lower it and never raise it. */
import { readFileSync, writeFileSync } from "node:fs";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { FAULT_CLASSES, findFaults, type Fault } from "@/lib/catalog/compile/checks/classes/fault-classes";
import { inRoot } from "../paths.mjs";
import { readClassReasons, withoutReasons } from "./class-reasons";

const FILE = "scripts/catalog/class-bounds.txt";
const HEAD =
  "# Upper bounds: npm run catalog:compare -- --classes --lower writes lower ones. A class that is missing has 0.";
const TOOLKITS_SHOWN = 5;

type Counts = ReadonlyMap<string, number>;

/** Reads `count class` lines. */
export const parseClassBounds = (text: string): Counts =>
  new Map(
    text
      .split("\n")
      .map((line) => /^(\d+) (.+)$/.exec(line.trim()))
      .flatMap((match) => (match ? [[match[2] ?? "", Number(match[1])] as const] : [])),
  );

const readBounds = (): Counts => parseClassBounds(readFileSync(inRoot(FILE), "utf8"));

/** The number of faults of each class. */
export function countFaults(faults: readonly Fault[]): Counts {
  const counts = new Map(FAULT_CLASSES.map((name) => [name, 0]));
  for (const fault of faults) counts.set(fault.class, (counts.get(fault.class) ?? 0) + 1);
  return counts;
}

/** Sentences about classes with more faults than their bound. */
export const overBounds = (counts: Counts, bounds: Counts): string[] =>
  [...counts]
    .filter(([name, count]) => count > (bounds.get(name) ?? 0))
    .map(([name, count]) => `${name}: ${count} tools, at most ${bounds.get(name) ?? 0}`);

/** Sentences about classes with more faults than the project's bounds allow. */
export const classesOverBounds = (toolkits: readonly CompiledToolkit[]): string[] =>
  overBounds(countFaults(withoutReasons(toolkits.flatMap(findFaults), readClassReasons()).faults), readBounds());

function lowerBounds(counts: Counts, bounds: Counts): void {
  const lines = [...counts]
    .map(([name, count]) => [name, Math.min(count, bounds.get(name) ?? count)] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  writeFileSync(inRoot(FILE), [HEAD, ...lines, ""].join("\n"));
}

/** The toolkits with most faults of a class, as "trello 315, klaviyo 310". */
function mostIn(toolkits: readonly { slug: string; faults: readonly Fault[] }[], name: string): string {
  return toolkits
    .map(({ slug, faults }) => [slug, faults.filter((fault) => fault.class === name).length] as const)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, TOOLKITS_SHOWN)
    .map(([slug, count]) => `${slug} ${count}`)
    .join(", ");
}

/**
 * Prints each class with its count, its bound and the toolkits with most of it, or each fault.
 * @returns whether every class is within its bound
 */
export function printClasses(toolkits: readonly CompiledToolkit[], options: { all: boolean; lower: boolean }): boolean {
  const reasons = readClassReasons();
  const all = toolkits.map((toolkit) => ({ slug: toolkit.slug, faults: findFaults(toolkit) }));
  const byToolkit = all.map(({ slug, faults }) => ({ slug, faults: withoutReasons(faults, reasons).faults }));
  const faults = byToolkit.flatMap((toolkit) => toolkit.faults);
  const [counts, bounds] = [countFaults(faults), readBounds()];
  for (const [name, count] of counts) {
    console.log(
      `${name.padEnd(36)}${String(count).padStart(6)} of at most ${bounds.get(name) ?? 0}   ${mostIn(byToolkit, name)}`,
    );
    if (options.all)
      for (const fault of faults.filter((item) => item.class === name)) console.log(`  ${fault.tool}: ${fault.what}`);
  }
  if (options.lower) lowerBounds(counts, bounds);
  const { idle } = withoutReasons(
    all.flatMap(({ faults }) => faults),
    reasons,
  );
  const over = [...overBounds(counts, bounds), ...idle];
  for (const sentence of over) console.error(sentence);
  return over.length === 0;
}
