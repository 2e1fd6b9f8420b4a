// Collects Next's output as a release needs it: without build caches, source maps, links into node_modules, and the
// routes of the API, which the server answers itself.
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

const OUTPUT = ".next";
/** Parts of the output that only a build or a tool reads, and the files that name paths of the building machine. */
const LEFT_OUT =
  /^(cache|diagnostics|types|turbopack|node_modules|build|trace.*|required-server-files\..*|export-marker\.json)(\/|$)|\.map$|\.nft\.json$/;
const ROUTES = "server/app-paths-manifest.json";
const SETTINGS = "required-server-files.json";
const CHUNK = /chunks\/[^"'`\\]+?\.js/g;

function* filesOfOutput(folder = "") {
  for (const entry of readdirSync(inRoot(OUTPUT, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (LEFT_OUT.test(file)) continue;
    if (entry.isDirectory()) yield* filesOfOutput(file);
    else yield file;
  }
}

const readText = (file) => readFileSync(inRoot(OUTPUT, file), "utf8");

/** Next's output for the routes of the API, without extensions: `server/app/api/v3/tools/route`. */
const routesOfApi = () =>
  [...readFileSync(inRoot("server-routes.ts"), "utf8").matchAll(/from "\.\/(app\/.*\/route)"/g)].map(
    ([, route]) => `server/${route}`,
  );

/** The chunks that files load, directly or through other chunks. */
function findChunks(files, all) {
  const chunks = new Set();
  const queue = files.filter((file) => /^server\/.*\.js$/.test(file));
  for (let file = queue.pop(); file; file = queue.pop())
    for (const [name] of readText(file).matchAll(CHUNK)) {
      const chunk = `server/${name}`;
      if (!all.has(chunk) || chunks.has(chunk)) continue;
      chunks.add(chunk);
      queue.push(chunk);
    }
  return chunks;
}

/** The files of pages, and the chunks that they load. Next's thread would load every route of the API at its start. */
function selectFiles() {
  const all = new Set(filesOfOutput());
  const routes = routesOfApi();
  const isOfApi = (file) => routes.some((route) => file.startsWith(route) && /^[./_]/.test(file.slice(route.length)));
  const files = [...all].filter((file) => !file.startsWith("server/chunks/") && !isOfApi(file));
  return [...files, ...findChunks(files, all)];
}

/** Next's list of routes without those of the API. */
function listRoutes() {
  const ofApi = new Set(routesOfApi().map((route) => route.slice("server/app".length)));
  const entries = Object.entries(JSON.parse(readText(ROUTES))).filter(([route]) => !ofApi.has(route));
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
}

/** Next's settings at the time of the build, which name the folder of the build. */
function describeSettings() {
  const text = readText(SETTINGS);
  return Buffer.from(text.replaceAll(JSON.parse(text).appDir, "."));
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
  for (const file of selectFiles()) {
    const text = /^server\/.*\.js$/.test(file) ? readText(file) : "";
    const isRenamed = aliases.some(([alias]) => text.includes(alias));
    files.set(
      `${OUTPUT}/${file}`,
      isRenamed ? { content: Buffer.from(rename(text)) } : { source: `${OUTPUT}/${file}` },
    );
  }
  files.set(`${OUTPUT}/${ROUTES}`, { content: listRoutes() });
  files.set(`${OUTPUT}/${SETTINGS}`, { content: describeSettings() });
  return files;
}
