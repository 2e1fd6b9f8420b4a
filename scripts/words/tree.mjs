// Faults of the file tree: full folders, folders of one contract, circles of imports, rooms that no document describes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";

export const FULL_FOLDER = 35;

const isTest = (file) => /\.test\.tsx?$/.test(file);

function filesByFolder(files) {
  const folders = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    if (folder !== "." && !isTest(file)) folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return folders;
}

/** Folders with more files than a reader can overlook, without their tests. */
export const fullFolders = (files) =>
  [...filesByFolder(files)]
    .filter(([, inside]) => inside.length > FULL_FOLDER)
    .map(([folder, inside]) => `${folder} (${inside.length})`);

/** Folders of lib/ that contain a contract.ts and nothing else. */
export function contractFolders(files) {
  const all = [...new Set(files.map((file) => path.posix.dirname(file)))];
  return [...filesByFolder(files)]
    .filter(([folder, inside]) => inside.length === 1 && inside[0] === `${folder}/contract.ts`)
    .map(([folder]) => folder)
    .filter((folder) => folder.startsWith("lib/") && !all.some((other) => other.startsWith(`${folder}/`)));
}

function resolveImport(from, specifier, counts) {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? path.posix.join(path.posix.dirname(from), specifier)
      : undefined;
  if (base === undefined) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((file) => counts.has(file));
}

function graphOf(counts) {
  const sources = [...counts].filter(([file]) => !isTest(file));
  return new Map(
    sources.map(([file, { imports }]) => [
      file,
      imports.map((specifier) => resolveImport(file, specifier, counts)).filter((target) => target !== undefined),
    ]),
  );
}

/** Groups of files that import each other, by values or types (Tarjan's strongly connected components). */
export function importCircles(counts) {
  const graph = graphOf(counts);
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Rooms of lib/ that the table of docs/reference/architecture.md does not describe. */
export function undescribedRooms(files) {
  const rooms = [...new Set(files.flatMap((file) => file.match(/^lib\/([^/]+)\//)?.[1] ?? []))];
  const table = readFileSync(inRoot("docs/reference/architecture.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|")[1]);
  return rooms.filter(
    (room) => room !== "kernel" && room !== "contract" && !table.some((cell) => cell.includes(`\`${room}\``)),
  );
}
