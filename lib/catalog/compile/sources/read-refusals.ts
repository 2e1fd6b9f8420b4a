/** Reads `toolkits/refusals.yaml`, and assigns each toolkit the rules of its families. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { CatalogSourceError } from "../../catalog-source-error";
import { RefusalsFile, type RefusalRules } from "../../refusals-file";
import { parseYamlFile } from "./parse-yaml-file";

const REFUSALS_FILE = "toolkits/refusals.yaml";

/** `root` is the project's folder. */
export const readRefusals = (root: string): RefusalsFile =>
  parseYamlFile(RefusalsFile, REFUSALS_FILE, readFileSync(path.join(root, REFUSALS_FILE), "utf8"));

/** Rules of several toolkits as those of one that offers the tools of all; no members for no rules. */
export function joinRefusals(rules: readonly (RefusalRules | undefined)[]): RefusalRules {
  const failures = rules.flatMap((rule) => rule?.failures ?? []);
  const endRules = rules.flatMap((rule) => rule?.ended ?? []);
  return { ...(failures.length > 0 && { failures }), ...(endRules.length > 0 && { ended: endRules }) };
}

/**
 * The rules by toolkit.
 * @throws CatalogSourceError for a toolkit that is not there
 */
export function refusalsByToolkit(
  file: RefusalsFile,
  isToolkit: (slug: string) => boolean,
): ReadonlyMap<string, RefusalRules> {
  const bySlug = new Map<string, RefusalRules>();
  for (const [family, { toolkits, ...rules }] of Object.entries(file))
    for (const slug of toolkits) {
      if (!isToolkit(slug))
        throw new CatalogSourceError(REFUSALS_FILE, `${family}.${slug}`, "there is no such toolkit");
      bySlug.set(slug, joinRefusals([bySlug.get(slug), rules]));
    }
  return bySlug;
}
