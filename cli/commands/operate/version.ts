/** `patchbay version`: the version, and what it was built for. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineCommand, EXIT } from "../../command";

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

export const version = defineCommand({
  usage: "",
  options: {},
  run: async ({ root, out, json, isJson }) => {
    const { version: number } = readJson(path.join(root, "package.json"));
    const file = path.join(root, "release.json");
    const release = existsSync(file) ? readJson(file) : undefined;
    const facts = { version: number, node: process.version, release: release ?? null, folder: root };
    if (isJson) json(facts);
    else {
      const kind = release ? `release for ${String(release.platform)}-${String(release.arch)}` : "checkout";
      out(`patchbay ${String(number)} (${kind}, Node ${process.version.slice(1)}, ${root})`);
    }
    return EXIT.done;
  },
});
