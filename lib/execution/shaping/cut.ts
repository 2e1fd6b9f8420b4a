/** Cuts a value to a size: whole entries from the beginning of each list, and the beginnings of long texts. Pure. */
import { cutText } from "@/lib/kernel/text/storable";

/** How many entries of each list stay, and how many characters of each text. */
type Limits = { entries: number; characters: number };

/** Texts are shortened step by step, so that several entries of a list stay. */
const TEXT_STEPS = [4000, 1000, 200, 60] as const;
const ENOUGH_ENTRIES = 5;
/** Objects whose names are keys of data are cut like lists; this many members always stay. */
const LEAST_MEMBERS = 30;
const MOST_MISSING = 20;
const MAX_PATH = 150;

const sizeOfText = (text: string): number => Buffer.byteLength(JSON.stringify(text));
const mostMembers = ({ entries }: Limits): number => Math.max(LEAST_MEMBERS, entries);

/** Bytes of the JSON of the cut value; it stops above `most`. */
function sizeOf(value: unknown, limits: Limits, most: number): number {
  if (typeof value === "string") return sizeOfText(cutText(value, limits.characters));
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value)).length;
  let size = 2;
  if (Array.isArray(value)) {
    const end = Math.min(value.length, limits.entries);
    for (let index = 0; index < end && size <= most; index++) size += sizeOf(value[index], limits, most - size) + 1;
    return size;
  }
  let count = 0;
  for (const name in value) {
    if (count++ >= mostMembers(limits) || size > most) break;
    size += sizeOfText(name) + 2 + sizeOf((value as Record<string, unknown>)[name], limits, most - size);
  }
  return size;
}

/** The most entries of lists with which the value has its size; 0 if not even one fits. */
function mostEntries(value: unknown, characters: number, most: number): number {
  const fits = (entries: number) => sizeOf(value, { entries, characters }, most) <= most;
  if (!fits(1)) return 0;
  let low = 1;
  let high = 2;
  while (high < most && fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function limitsFor(value: unknown, most: number): Limits | undefined {
  let limits: Limits | undefined;
  for (const characters of TEXT_STEPS) {
    const entries = mostEntries(value, characters, most);
    if (entries > 0) limits = { entries, characters };
    if (entries >= ENOUGH_ENTRIES) break;
  }
  return limits;
}

type Part = { size: number; of: number; unit: string };
type Missing = Map<string, Part>;

const NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;
const step = (path: string, name: string): string =>
  NAME.test(name) ? `${path}${path && "."}${name}` : `${path}[${JSON.stringify(name.slice(0, 50))}]`;

function note(missing: Missing, path: string, part: Part): void {
  const earlier = missing.get(path);
  if (earlier ? earlier.of < part.of : missing.size < MOST_MISSING && path.length <= MAX_PATH) missing.set(path, part);
}

function build(value: unknown, limits: Limits, path: string, missing: Missing): unknown {
  if (typeof value === "string") {
    const text = cutText(value, limits.characters);
    if (text.length < value.length) note(missing, path, { size: text.length, of: value.length, unit: "characters" });
    return text;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > limits.entries) note(missing, path, { size: limits.entries, of: value.length, unit: "entries" });
    return value.slice(0, limits.entries).map((entry) => build(entry, limits, `${path}[*]`, missing));
  }
  const members = Object.entries(value);
  const most = mostMembers(limits);
  if (members.length > most) note(missing, path, { size: most, of: members.length, unit: "fields" });
  return Object.fromEntries(
    members.slice(0, most).map(([name, member]) => [name, build(member, limits, step(path, name), missing)]),
  );
}

const toWords = ([path, { size, of, unit }]: [string, Part]): string =>
  `${path || "data"}: ${size} of ${path.includes("[*]") ? "up to " : ""}${of} ${unit}`;

/**
 * The value in at most so many bytes of JSON, with what is missing in words; undefined if its structure alone is too
 * large.
 */
export function cut(value: unknown, most: number): { value: unknown; missing: string[] } | undefined {
  const limits = limitsFor(value, most);
  if (!limits) return undefined;
  const missing: Missing = new Map();
  const part = build(value, limits, "", missing);
  return { value: part, missing: [...missing].map(toWords) };
}
