/** The trigger types of all toolkits, read from `toolkits/<slug>/triggers.yaml`. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CatalogSourceError } from "../catalog-source-error";
import { parseYamlFile } from "../compile/sources/parse-yaml-file";
import type { CompiledTriggers, CompiledTriggerType } from "../trigger-type";
import { compileTriggers } from "./compile-triggers";
import { TriggerFile } from "./trigger-file";

const FOLDER = "toolkits";

export type WrittenTriggers = { toolkitSlug: string; path: string; file: TriggerFile };

/** Every file of trigger types. `root` is the project's folder. @throws CatalogSourceError */
export const readTriggerFiles = (root: string): WrittenTriggers[] =>
  readdirSync(path.join(root, FOLDER))
    .filter((slug) => existsSync(path.join(root, FOLDER, slug, "triggers.yaml")))
    .sort()
    .map((toolkitSlug) => {
      const file = `${FOLDER}/${toolkitSlug}/triggers.yaml`;
      const text = readFileSync(path.join(root, file), "utf8");
      return { toolkitSlug, path: file, file: parseYamlFile(TriggerFile, file, text) };
    });

/**
 * All trigger types, by slug.
 * @param toolkits the slugs of the catalog's toolkits
 * @throws CatalogSourceError, also for a toolkit that does not exist and for a slug that two types have
 */
export function readTriggers(root: string, toolkits: ReadonlySet<string>): CompiledTriggers {
  const triggers: CompiledTriggerType[] = [];
  const usedSlugs = new Set<string>();
  for (const { toolkitSlug, path: file, file: triggerFile } of readTriggerFiles(root))
    for (const type of compileTriggers(toolkitSlug, triggerFile, file)) {
      if (!toolkits.has(type.toolkitSlug))
        throw new CatalogSourceError(file, type.slug, `there is no toolkit ${type.toolkitSlug}`);
      if (usedSlugs.has(type.slug)) throw new CatalogSourceError(file, type.slug, "two trigger types have this slug");
      usedSlugs.add(type.slug);
      triggers.push(type);
    }
  triggers.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return { hash: createHash("sha256").update(JSON.stringify(triggers)).digest("hex"), triggers };
}
