/** Reads a description that somebody sent, as JSON or YAML, within bounds of levels, values and memory. */
import { LineCounter, parseDocument, type Document } from "yaml";
import { readJson } from "@/lib/kernel/json/read-json";
import { EXCESS_WORDS, type JsonBounds } from "@/lib/kernel/json/scan-json";
import { MOST_PROBLEMS } from "../constants";
import { findLines, positionAt } from "./find-lines";
import { isDeepYaml } from "./is-deep-yaml";
import { fromPointer, Problems } from "./problem";

/** GitHub's description has 15 levels and 900,000 values. */
const BOUNDS: JsonBounds = { depth: 200, values: 3_000_000, names: 2_000_000, different: 200_000 };
/** Places that repeat another by an alias; a document of a few lines can mean billions of values by them. */
const MOST_ALIASES = 1_000;

export type ReadDocument = {
  /** Undefined if it could not be read; the problems contain the reason. */
  value: unknown;
  format: "json" | "yaml";
  problems: Problems;
  /** Writes the lines into the problems. */
  locate: () => void;
};

const TOO_LARGE = "Send a smaller description: only the operations that are needed.";

function addExcess(problems: Problems, excess: keyof JsonBounds): void {
  const most = BOUNDS[excess].toLocaleString("en-US");
  problems.add("", `The document has more than ${most} ${EXCESS_WORDS[excess]}.`, TOO_LARGE, { fatal: true });
}

function readAsJson(text: string, problems: Problems): unknown {
  const read = readJson(text, BOUNDS);
  if (read.kind === "value") return read.value;
  if (read.kind === "excess") {
    addExcess(problems, read.excess);
    return undefined;
  }
  const message = read.cause instanceof Error ? read.cause.message : "";
  const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  const position = Number.isNaN(offset) ? { line: 1, column: 1 } : positionAt(text, offset);
  problems.add("", "The document is not valid JSON here.", "Correct the JSON; an editor shows the place.", {
    ...position,
    fatal: true,
  });
  return undefined;
}

function locateInJson(source: string | (() => string), problems: Problems): void {
  const open = problems.items.filter(({ line }) => line === 0);
  if (open.length === 0) return;
  const text = toText(source);
  const lines = findLines(text, new Map(open.map(({ path }) => [path, fromPointer(path)])));
  for (const problem of open) Object.assign(problem, lines.get(problem.path));
}

function locateInYaml(document: Document, counter: LineCounter, problems: Problems): void {
  for (const problem of problems.items.filter(({ line }) => line === 0)) {
    const names: string[] = fromPointer(problem.path);
    let range: readonly number[] | null | undefined;
    for (; !range && names.length >= 0; names.pop()) {
      const part: unknown = names.length === 0 ? document.contents : document.getIn(names, true);
      range = (part as { range?: readonly number[] } | undefined)?.range;
      if (names.length === 0) break;
    }
    const { line, col } = counter.linePos(range?.[0] ?? 0);
    Object.assign(problem, { line: Math.max(line, 1), column: Math.max(col, 1) });
  }
}

function readAsYaml(text: string, problems: Problems): Pick<ReadDocument, "value" | "locate"> {
  if (isDeepYaml(text, BOUNDS.depth)) {
    addExcess(problems, "depth");
    return { value: undefined, locate: () => undefined };
  }
  const counter = new LineCounter();
  // The check for unique keys compares each key with all others.
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false, logLevel: "silent" });
  for (const { message, linePos } of document.errors)
    problems.add("", `The document is not valid YAML here: ${message.split("\n")[0]}`, "Correct the YAML.", {
      ...(linePos ? { line: linePos[0].line, column: linePos[0].col } : {}),
      fatal: true,
    });
  if (document.errors.length > 0) return { value: undefined, locate: () => undefined };
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { value, locate: () => locateInYaml(document as Document, counter, problems) };
  } catch (error) {
    const isBomb = error instanceof ReferenceError;
    const message = isBomb
      ? `The document repeats parts by aliases more than ${MOST_ALIASES.toLocaleString("en-US")} times.`
      : "The document cannot be read as YAML.";
    problems.add("", message, "Write the parts out, or use $ref.", { line: 1, column: 1, fatal: true });
    return { value: undefined, locate: () => undefined };
  }
}

/** Without the mark that some editors write at the beginning. */
function toText(source: string | (() => string)): string {
  const text = typeof source === "string" ? source : source();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * Reads a document. Lines of problems are counted from 1. Never throws for its content.
 * @param source at most `MAX_SOURCE_BYTES` long
 */
export function readDocument(source: string | (() => string)): ReadDocument {
  const problems = new Problems(MOST_PROBLEMS);
  const trimmed = toText(source);
  if (/^\s*[{[]/.test(trimmed.slice(0, 1000))) {
    const value = readAsJson(trimmed, problems);
    return { value, format: "json", problems, locate: () => locateInJson(source, problems) };
  }
  try {
    return { ...readAsYaml(trimmed, problems), format: "yaml", problems };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.add("", "The document has too many levels.", TOO_LARGE, { line: 1, column: 1, fatal: true });
    return { value: undefined, format: "yaml", problems, locate: () => undefined };
  }
}
