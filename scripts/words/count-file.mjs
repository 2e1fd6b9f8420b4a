// Counts, in one source file, what docs/reference/words.md rules out, and lists each place.
import { DIALECT, MAY, PARTICIPLES, STAND_INS } from "./dialect.mjs";
import { readSource } from "./read-file.mjs";

export const LONG_LINE = 140;
export const LONG_COMMENT = 120;

/**
 * @typedef {object} FileCounts
 * @property {number} comments
 * @property {number} dialect comments with at least one mark
 * @property {number} mayOnly comments whose only mark is that word
 * @property {number} names declared names, without wire names
 * @property {number} participles
 * @property {number} standIns names that are `one`, `own` or `at`
 * @property {number} longLines
 * @property {number} longComments
 * @property {"same" | "shares" | "differs" | "none"} exportName the file's name compared with its exports
 * @property {string[]} imports specifiers of static imports
 */

/** The formatter cannot break the path of an import. */
const isImport = (line) => /^(?:import|export|\}) .*\bfrom "[^"]+";$/.test(line);
const isTest = (file) => /\.test\.tsx?$/.test(file);
/** Names of fields that the API or a provider defines. */
const isWireName = (name) => /[a-z]_/.test(name);
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase()
    .split("-");

const marksOf = (prose) => DIALECT.filter(([pattern]) => pattern.test(prose));

/** Whether a file is called as one of its exports, or has a word in common with one. */
export function compareName(file, exported) {
  if (exported.length === 0) return "none";
  const words = wordsOf(file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  const names = exported.map(wordsOf);
  if (names.some((name) => name.join("-") === words.join("-"))) return "same";
  return names.some((name) => name.some((word) => words.includes(word))) ? "shares" : "differs";
}

const importsIn = (text) =>
  [...text.matchAll(/^(?:import|export)\b[^;"]*?"([^"\n]+)"|^\} from "([^"\n]+)"/gm)].map(([, a, b]) => a ?? b);

/** The lines of comments that are too wide, without lines that consist of one address. */
const wideComments = (comments, lines) =>
  comments.flatMap(({ line, raw }) =>
    raw
      .split("\n")
      .map((_, offset) => line + offset)
      .filter((number) => lines[number - 1].length > LONG_COMMENT && !/^\W*https?:\S+$/.test(lines[number - 1])),
  );

const namePlaces = (file, names) =>
  names.flatMap(({ line, name }) => {
    const lower = name.toLowerCase();
    if (PARTICIPLES.has(lower)) return [{ kind: "participles", line, what: `name "${name}": use the noun` }];
    if (STAND_INS.has(lower)) return [{ kind: "standIns", line, what: `name "${name}": use the noun` }];
    return [];
  });

/** Each place of a file that a count consists of. */
function placesIn(file, text, source) {
  const lines = text.split("\n");
  const dialect = source.comments.flatMap(({ line, prose }) => {
    const marks = marksOf(prose);
    if (marks.length === 0) return [];
    const advice = marks.map(([pattern, plain]) => `"${prose.match(pattern)[0].trim()}" -> ${plain}`).join("; ");
    return [{ kind: "dialect", isMay: marks.every((mark) => mark === MAY), line, what: `comment: ${advice}` }];
  });
  const longLines = /\.tsx?$/.test(file)
    ? lines.flatMap((line, index) =>
        line.length > LONG_LINE && !isImport(line)
          ? [{ kind: "longLines", line: index + 1, what: `${line.length} columns` }]
          : [],
      )
    : [];
  const longComments = wideComments(source.comments, lines).map((line) => ({
    kind: "longComments",
    line,
    what: `comment of ${lines[line - 1].length} columns`,
  }));
  return [...dialect, ...namePlaces(file, source.names), ...longLines, ...longComments];
}

/** Files whose name is the same in each room, by their role. */
const hasRoleName = (file) => /\/(?:(?:[\w-]+\.)?contract|constants|project-end|wire)\.ts$/.test(file);
const isNamed = (file) => /^lib\/.+\.ts$/.test(file) && !isTest(file) && !hasRoleName(file);

/** @returns {FileCounts} */
export function countFile(file, text) {
  const source = readSource(file, text);
  source.names = source.names.filter(({ name }) => !isWireName(name));
  const places = placesIn(file, text, source);
  const count = (kind) => places.filter((place) => place.kind === kind).length;
  return {
    comments: source.comments.length,
    dialect: count("dialect"),
    mayOnly: places.filter(({ isMay }) => isMay).length,
    names: source.names.length,
    participles: count("participles"),
    standIns: count("standIns"),
    longLines: count("longLines"),
    longComments: count("longComments"),
    exportName: isNamed(file) ? compareName(file, source.exports) : "none",
    imports: importsIn(text),
  };
}

/** @returns {{ line: number, what: string }[]} sorted by line */
export function listPlaces(file, text) {
  const source = readSource(file, text);
  const name = isNamed(file) ? compareName(file, source.exports) : "none";
  const unnamed =
    name === "shares" || name === "differs"
      ? [{ line: 1, what: `file name: exports ${[...new Set(source.exports)].slice(0, 8).join(", ")}` }]
      : [];
  return [...unnamed, ...placesIn(file, text, source)].sort((a, b) => a.line - b.line);
}
