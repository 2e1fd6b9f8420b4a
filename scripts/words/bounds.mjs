// Upper bounds of the counts, one line a room in bounds.txt: a commit can lower them and never raise them.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { contractFolders, fullFolders, importCircles, undescribedRooms } from "./tree.mjs";

export const BOUNDS_FILE = "scripts/words/bounds.txt";
const FILE = inRoot(BOUNDS_FILE);
const HEAD = "# Upper bounds: npm run words -- --lower writes lower ones. A count that is missing is 0.";
/** The line of counts that only the whole tree has. */
const TREE = "(tree)";

/** Counts with bounds: of each room, and of the tree. */
const BOUNDED = [
  ...["dialect", "participles", "standIns", "longLines", "longComments", "unnamed"],
  ...["fullFolders", "contractFolders", "circles", "undescribedRooms"],
];

/** The room of a file: two levels of lib and components, one of everything else. */
export function roomOf(file) {
  const [top, room, inside] = file.split("/");
  if (room === undefined) return "(root)";
  return (top === "lib" || top === "components") && inside !== undefined ? `${top}/${room}` : top;
}

const addUp = (sum, counts) => {
  for (const [name, value] of Object.entries(counts))
    if (typeof value === "number") sum[name] = (sum[name] ?? 0) + value;
  const { exportName } = counts;
  if (exportName === undefined || exportName === "none") return sum;
  sum.libFiles = (sum.libFiles ?? 0) + 1;
  if (exportName !== "same") sum.unnamed = (sum.unnamed ?? 0) + 1;
  if (exportName === "differs") sum.differs = (sum.differs ?? 0) + 1;
  return sum;
};

/** @returns {Map<string, Record<string, number>>} sums by room; a count that is 0 can be missing */
export function sumByRoom(counts) {
  const rooms = new Map();
  for (const [file, fileCounts] of counts) {
    const room = roomOf(file);
    rooms.set(room, addUp(rooms.get(room) ?? {}, fileCounts));
  }
  return rooms;
}

export const sumOf = (rooms) => [...rooms].reduce((sum, [, counts]) => addUp(sum, counts), {});

/** The counts that have bounds: those of rooms, and those of the tree. */
export function boundedCounts({ files, counts }) {
  const tree = {
    fullFolders: fullFolders(files).length,
    contractFolders: contractFolders(files).length,
    circles: importCircles(counts).length,
    undescribedRooms: undescribedRooms(files).length,
  };
  return new Map([...sumByRoom(counts), [TREE, tree]]);
}

/** Reads bounds. After a merge a room can have two lines: the lower value of each count is valid. */
export function parseBounds(text) {
  const bounds = new Map();
  for (const line of text.split("\n").filter((row) => /^[^#\s]/.test(row))) {
    const [room, ...pairs] = line.trim().split(/\s+/);
    const values = Object.fromEntries(pairs.map((pair) => pair.split("=")));
    const other = bounds.get(room);
    const lower = (name) => [name, Math.min(other?.[name] ?? Infinity, Number(values[name] ?? 0))];
    bounds.set(room, Object.fromEntries(BOUNDED.map(lower)));
  }
  return bounds;
}

export const readBounds = () => parseBounds(readFileSync(FILE, "utf8"));

/** The text of bounds.txt: rooms in the order of their names, without counts that are 0. */
export function formatBounds(bounds) {
  const lines = [...bounds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([room, values]) => [room, BOUNDED.filter((name) => values[name]).map((name) => `${name}=${values[name]}`)])
    .map(([room, pairs]) => [room, ...pairs].join(" "));
  return [HEAD, ...lines, ""].join("\n");
}

export const writeBounds = (bounds) => writeFileSync(FILE, formatBounds(bounds));

/** Sentences about the counts that are over their bound; a room without a line has the bound 0. */
export function overBounds(rooms, bounds) {
  return [...rooms].flatMap(([room, counts]) =>
    BOUNDED.flatMap((name) => {
      const bound = bounds.get(room)?.[name] ?? 0;
      const count = counts[name] ?? 0;
      return count > bound ? [`${room}: ${name} ${count}, at most ${bound}`] : [];
    }),
  );
}

/** The lower of bound and count, for each room that exists. */
export function lowerBounds(rooms, bounds) {
  const lower = (room, counts) => (name) => [name, Math.min(counts[name] ?? 0, bounds.get(room)?.[name] ?? 0)];
  return new Map([...rooms].map(([room, counts]) => [room, Object.fromEntries(BOUNDED.map(lower(room, counts)))]));
}

/** Sentences about sums over all rooms that are higher than the lowest sums of `earlier` bounds. */
export function higherSums(rooms, ...earlier) {
  const current = sumOf(rooms);
  const sums = earlier.map(sumOf);
  const previous = Object.fromEntries(BOUNDED.map((name) => [name, Math.min(...sums.map((sum) => sum[name] ?? 0))]));
  return BOUNDED.filter((name) => (current[name] ?? 0) > (previous[name] ?? 0)).map(
    (name) => `${name} in all rooms: ${current[name]}, at most ${previous[name]}`,
  );
}

/**
 * The bounds after files moved between rooms: the counts of today.
 * @throws Error if a sum over all rooms is higher than before
 */
export function moveBounds(rooms, bounds) {
  const higher = higherSums(rooms, bounds);
  if (higher.length > 0) throw new Error(higher.join("\n"));
  return rooms;
}
