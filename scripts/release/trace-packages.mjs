// Finds the files of packages that the bundles and scripts of a release load.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inRoot, root } from "../paths.mjs";
import { runNode } from "../start/run-child.mjs";

/**
 * The tracer that Next itself uses for the files of its pages. It comes with Next, so a release needs no other version
 * of it.
 */
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

/** Packages that a traced file names and that nothing here calls. */
const UNUSED = ["typescript", "prisma", "sharp", "@img", "pg-native", "esbuild", "@esbuild", "tsx", "monaco-editor"];
/** The tracer also follows paths that code builds; what is not a package or a script is collected by name. */
const FOLLOWED = /^(node_modules\/|scripts\/.*\.mjs$|dist\/[\w-]+\.mjs$)/;
/** Packages whose files Next lists page by page. */
const OF_PAGES = /^node_modules\/(next|react|react-dom|@swc\/helpers|@opentelemetry\/api|styled-jsx|client-only)\//;

const relative = (file) => path.relative(root, file).split(path.sep).join("/");
const isUnused = (file) => UNUSED.some((name) => file.includes(`node_modules/${name}/`));

function* listsBelow(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".nft.json")) yield path.join(folder, name);
}

/** The files of a list that Next wrote for a part of its output. */
const readList = (list) =>
  JSON.parse(readFileSync(list, "utf8")).files.map((file) => relative(path.resolve(path.dirname(list), file)));

/**
 * Next looks for these when it reads its settings, and loads none of them to serve pages; webpack itself is not needed.
 */
const LOOKED_FOR = "node_modules/next/dist/compiled";
const listLookedFor = () => [
  `${LOOKED_FOR}/@babel/runtime/package.json`,
  ...readdirSync(inRoot(LOOKED_FOR, "webpack"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "bundle5.js")
    .map(({ name }) => `${LOOKED_FOR}/webpack/${name}`),
];

/** The description of a package that Next contains, which can name its main file. */
const manifestsOf = (files) =>
  files.flatMap((file) => {
    const [folder] = /^node_modules\/next\/dist\/compiled\/(@[^/]+\/)?[^/]+\//.exec(file) ?? [];
    return folder ? [`${folder}package.json`] : [];
  });

/** Next's files: those that its start loads, and those that it lists for its server and for each page. */
async function listNextFiles() {
  const loaded = (await runNode(inRoot("scripts/release/load-next.mjs"))).trim().split("\n");
  const files = new Set([
    ...readList(inRoot(".next/next-server.js.nft.json")),
    ...["package.json", "constants.js"].map((file) => `node_modules/next/${file}`),
    ...loaded,
    ...manifestsOf(loaded),
    ...listLookedFor(),
  ]);
  for (const list of listsBelow(inRoot(".next/server")))
    for (const file of readList(list)) if (OF_PAGES.test(file)) files.add(file);
  return files;
}

/**
 * @param {string[]} entries bundles and scripts, below the root
 * @returns {Promise<Set<string>>} the files that they load, below the root: packages and scripts
 */
export async function traceFiles(entries) {
  const ofNext = await listNextFiles();
  const isLeftOut = (file) =>
    !FOLLOWED.test(file) || isUnused(file) || (/(^|\/)node_modules\/next\//.test(file) && !ofNext.has(file));
  const { fileList } = await nodeFileTrace(
    entries.map((entry) => inRoot(entry)),
    { base: root, ignore: isLeftOut, ts: false },
  );
  const traced = [...fileList].map((file) => file.split(path.sep).join("/"));
  return new Set([...traced, ...ofNext].filter((file) => !isLeftOut(file) && existsSync(inRoot(file))));
}
