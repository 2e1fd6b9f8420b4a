/** Tools that a class of faults finds by their form, and that have no fault for a reason: `class-reasons.yaml`. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Fault } from "@/lib/catalog/compile/checks/classes/fault-classes";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { inRoot } from "../paths.mjs";

const FILE = "scripts/catalog/class-reasons.yaml";

/** By class: patterns of slugs (`ACME_*`), and why these tools have no fault. */
export const ClassReasons = z.record(
  z.string(),
  z.array(
    z.strictObject({ tools: z.array(z.string().regex(/^[A-Z0-9_*]+$/)).min(1), reason: z.string().min(10).max(300) }),
  ),
);
export type ClassReasons = z.infer<typeof ClassReasons>;

export const readClassReasons = (): ClassReasons =>
  parseYamlFile(ClassReasons, FILE, readFileSync(inRoot(FILE), "utf8"));

const fits = (pattern: string, slug: string): boolean => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(slug);

/** The faults without a reason, and sentences about patterns that fit no fault any more. */
export function withoutReasons(faults: readonly Fault[], reasons: ClassReasons): { faults: Fault[]; idle: string[] } {
  const matches = new Set<string>();
  const left = faults.filter((fault) => {
    const patterns = (reasons[fault.class] ?? []).flatMap(({ tools }) => tools);
    const pattern = patterns.find((text) => fits(text, fault.tool));
    if (pattern !== undefined) matches.add(`${fault.class}: ${pattern}`);
    return pattern === undefined;
  });
  const all = Object.entries(reasons).flatMap(([name, groups]) =>
    groups.flatMap(({ tools }) => tools.map((pattern) => `${name}: ${pattern}`)),
  );
  return {
    faults: left,
    idle: all.filter((text) => !matches.has(text)).map((text) => `${text} fits no tool any more`),
  };
}
