// `node scripts/check/rooms-picture.mjs`: draws the rooms of lib/ from their imports into
// docs/reference/architecture.md, and lists them with their captions there and in AGENTS.md.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;
/** Every room uses these, so their arrows would hide the others. */
const EVERYWHERE = new Set(["kernel", "contract"]);

const sources = (folder) =>
  readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));

/** A path inside the project that an import names, with slashes; undefined for packages. */
function targetOf(file, specifier) {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return undefined;
  return path
    .relative(inRoot(), path.resolve(path.dirname(file), specifier))
    .split(path.sep)
    .join("/");
}

/** `[from, to]` of every import below a folder, as files without their ending. */
function importsIn(folder) {
  return sources(folder).flatMap((file) => {
    const from = path.relative(inRoot(), file).split(path.sep).join("/").replace(/\.ts$/, "");
    return [...readFileSync(file, "utf8").matchAll(IMPORT)].flatMap(([, specifier]) => {
      const to = targetOf(file, specifier);
      return to === undefined ? [] : [[from, to]];
    });
  });
}

/** The room of a file below `folder`; undefined for files directly in the folder and outside it. */
const roomOf = (file, folder) =>
  file.startsWith(`${folder}/`)
    ? file
        .slice(folder.length + 1)
        .split("/")
        .slice(0, -1)[0]
    : undefined;

function arrows(folder, leftOut = new Set()) {
  const lines = new Set();
  for (const [from, to] of importsIn(folder)) {
    const [a, b] = [roomOf(from, folder), roomOf(to, folder)];
    if (a && b && a !== b && !leftOut.has(a) && !leftOut.has(b)) lines.add(`  ${a} --> ${b}`);
  }
  return [...lines].sort();
}

const drawn = (lines) => ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");

/** The file whose first comment is the caption of a room without a contract. */
const MAIN_FILES = {
  contract: "operation.ts",
  demo: "prepare-demo.ts",
  "hosted-pages": "render-frame.ts",
  "mcp-client": "use-mcp-server.ts",
  "mcp-protocol": "dispatch.ts",
  metrics: "write-metrics.ts",
  reach: "rules.ts",
  search: "find-tools.ts",
};

/** Captions of rooms without a main file. */
const CAPTIONS = {
  http: "How requests arrive: listener, API operations, pages, MCP transport, limits.",
  kernel: "What every server needs: database, outgoing requests, secrets, jobs, logs, texts.",
};

function captionOf(room) {
  const file = `lib/${room}/${MAIN_FILES[room] ?? "contract.ts"}`;
  const caption = CAPTIONS[room] ?? /^\/\*\* (.+?) \*\/\n/.exec(readFileSync(inRoot(file), "utf8"))?.[1];
  if (!caption) throw new Error(`${file} does not begin with a comment of one line, which is the room's caption.`);
  return caption;
}

const captions = () =>
  readdirSync(inRoot("lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, captionOf(name)])
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** One line for each room. */
function tree() {
  const rows = captions();
  const width = Math.max(...rows.map(([room]) => room.length)) + 2;
  return ["```text", ...rows.map(([room, caption]) => `lib/${room.padEnd(width)}${caption}`), "```"].join("\n");
}

const table = () =>
  [
    "| room | what it is for |",
    "| --- | --- |",
    ...captions().map(([room, caption]) => `| \`${room}\` | ${caption} |`),
  ].join("\n");

/** The pictures of each document by the names of their places. */
export const PICTURES = {
  "AGENTS.md": { tree },
  "docs/reference/architecture.md": {
    rooms: () => drawn(arrows("lib", EVERYWHERE)),
    table,
    kernel: () => drawn(arrows("lib/kernel")),
    http: () => drawn(arrows("lib/http")),
    "connected-accounts": () => drawn(arrows("lib/connected-accounts")),
    execution: () => drawn(arrows("lib/execution")),
  },
};

/** The document with the pictures of the current sources. */
export function withPictures(file, text) {
  for (const [name, draw] of Object.entries(PICTURES[file])) {
    const place = new RegExp(`(<!-- picture: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`${file} has no place for the picture "${name}".`);
    const picture = draw();
    text = text.replace(place, (_, begin, end) => `${begin}${picture}\n${end}`);
  }
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const file of Object.keys(PICTURES))
    writeFileSync(inRoot(file), withPictures(file, readFileSync(inRoot(file), "utf8")));
