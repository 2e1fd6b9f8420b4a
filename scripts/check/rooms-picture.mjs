// `node scripts/check/rooms-picture.mjs`: draws the rooms of lib/ from their imports into docs/architecture.md.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

const FILE = inRoot("docs/architecture.md");
const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;
/** Every room uses them, so their arrows would hide the others. */
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

/** The room that a file stands in, below `folder`; undefined for files of the folder itself and beyond it. */
const roomOf = (file, folder) =>
  file.startsWith(`${folder}/`)
    ? file
        .slice(folder.length + 1)
        .split("/")
        .slice(0, -1)[0]
    : undefined;

function arrows(folder, leftOut = new Set()) {
  const found = new Set();
  for (const [from, to] of importsIn(folder)) {
    const [a, b] = [roomOf(from, folder), roomOf(to, folder)];
    if (a && b && a !== b && !leftOut.has(a) && !leftOut.has(b)) found.add(`  ${a} --> ${b}`);
  }
  return [...found].sort();
}

const drawn = (lines) => ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");

/** The pictures by the names of their places in docs/architecture.md. */
export const pictures = () => ({
  rooms: drawn(arrows("lib", EVERYWHERE)),
  kernel: drawn(arrows("lib/kernel")),
  http: drawn(arrows("lib/http")),
  "connected-accounts": drawn(arrows("lib/connected-accounts")),
  execution: drawn(arrows("lib/execution")),
});

/** The document with the pictures of the present sources. */
export function withPictures(text) {
  for (const [name, picture] of Object.entries(pictures())) {
    const place = new RegExp(`(<!-- picture: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`docs/architecture.md has no place for the picture "${name}".`);
    text = text.replace(place, (_, begin, end) => `${begin}${picture}\n${end}`);
  }
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(FILE, withPictures(readFileSync(FILE, "utf8")));
