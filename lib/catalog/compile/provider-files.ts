/** The OAuth facts of all providers, which lie in several files: `toolkits/providers/*.yaml`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CatalogueSourceError } from "../compiled-toolkit";
import { parseYamlFile, ProvidersFile } from "./toolkit-file";

const FOLDER = "toolkits/providers";

/**
 * Reads the facts of every provider, by key. `root` is the project's folder.
 * @throws CatalogueSourceError for a file that does not fit, and for a key that two files have
 */
export function readProviders(root: string): ProvidersFile {
  const providers: ProvidersFile = {};
  const fileOf = new Map<string, string>();
  for (const name of readdirSync(path.join(root, FOLDER))
    .filter((one) => one.endsWith(".yaml"))
    .sort()) {
    const file = `${FOLDER}/${name}`;
    for (const [key, facts] of Object.entries(
      parseYamlFile(ProvidersFile, file, readFileSync(path.join(root, file), "utf8")),
    )) {
      const other = fileOf.get(key);
      if (other) throw new CatalogueSourceError(file, key, `${other} has this provider too`);
      fileOf.set(key, file);
      providers[key] = facts;
    }
  }
  return providers;
}
