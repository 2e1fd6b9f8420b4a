// Collects Next's output as a release needs it: without build caches, source maps, and links into node_modules.
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

const OUTPUT = ".next";
/** Parts of the output that only a build or a tool reads, and the files that name paths of the building machine. */
const LEFT_OUT =
  /^(cache|diagnostics|types|turbopack|node_modules|build|trace.*|required-server-files\..*|export-marker\.json)(\/|$)|\.map$|\.nft\.json$/;

function* filesOfOutput(folder = "") {
  for (const entry of readdirSync(inRoot(OUTPUT, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (LEFT_OUT.test(file)) continue;
    if (entry.isDirectory()) yield* filesOfOutput(file);
    else yield file;
  }
}

/**
 * Next loads some packages by names of its own, which are links in its output: name -> package. An npm package contains
 * no links.
 */
function readAliases() {
  const folder = inRoot(OUTPUT, "node_modules");
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith("@") ? readdirSync(path.join(folder, name)).map((rest) => `${name}/${rest}`) : [name],
  );
  return new Map(
    names.map((name) => {
      const target = realpathSync(path.join(folder, name)).split(path.sep).join("/");
      return [name, target.slice(target.lastIndexOf("/node_modules/") + "/node_modules/".length)];
    }),
  );
}

/**
 * @returns {Map<string, { source: string } | { content: Buffer }>} the files by their path in the archive; where a file
 *   names a package by Next's name, it names the package itself
 */
export function collectPages() {
  const aliases = [...readAliases()];
  const rename = (text) => aliases.reduce((result, [alias, name]) => result.replaceAll(alias, name), text);
  const files = new Map();
  for (const file of filesOfOutput()) {
    const source = path.posix.join(OUTPUT, file);
    const text = /^server\/.*\.js$/.test(file) ? readFileSync(inRoot(source), "utf8") : "";
    const renamed = aliases.some(([alias]) => text.includes(alias));
    files.set(source, renamed ? { content: Buffer.from(rename(text)) } : { source });
  }
  return files;
}
