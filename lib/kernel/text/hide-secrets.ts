/**
 * Takes known secrets out of texts and bytes that others wrote, in one pass over all of their forms. Pure. The work grows
 * with the bytes alone, whatever they and the secrets hold.
 */
import { REDACTED } from "./redact";

/** A form is looked for by its first bytes. Shorter ones may be ordinary words. */
const ANCHOR = 12;
/** Longer forms are looked for in pieces of this length, so that a stream keeps little back. */
const LONGEST = 16_384;
/** How much is looked through at once. */
const SLICE = 65_536;
/** How many bytes may be compared in vain for each byte that is looked through. */
const VAIN = 4;
const STAR = 0x2a;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type Hider = {
  /** The text with `[redacted]` in place of each secret. */
  text: (text: string) => string;
  /** The bytes with stars in place of each secret: the places of all others stay what they were, as files need it. */
  bytes: (bytes: Buffer) => Buffer;
  /** The same of a stream; keeps a part of it back, because a secret may come in pieces. */
  stream: (body: Bytes) => Bytes;
};

/** `shifts`: by two bytes, how far behind them the next anchor may end at the earliest. */
type Needles = { shifts: Uint8Array; byAnchor: ReadonlyMap<number, readonly Buffer[]>; longest: number };

/** `vain`: how many bytes were compared for nothing, `seen`: how many were looked through. */
type Scan = { vain: number; seen: number };
type Range = [from: number, to: number];

const pairAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** A number for the twelve bytes from `at` on (FNV-1a). */
function anchorAt(bytes: Uint8Array, at: number): number {
  let hash = 0x811c9dc5;
  for (let next = at; next < at + ANCHOR; next++) hash = Math.imul(hash ^ (bytes[next] ?? 0), 0x01000193);
  return hash;
}

/** The pieces of a form; the last one has the length of an anchor at least. */
function piecesOf(form: string): Buffer[] {
  const bytes = Buffer.from(form);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += LONGEST)
    pieces.push(bytes.subarray(Math.max(0, Math.min(at, bytes.length - ANCHOR)), at + LONGEST));
  return pieces;
}

function toNeedles(forms: readonly string[]): Needles | undefined {
  const needles = [...new Set(forms)].filter((form) => form.length >= ANCHOR).flatMap(piecesOf);
  if (needles.length === 0) return undefined;
  const shifts = new Uint8Array(65_536).fill(ANCHOR - 1);
  const byAnchor = new Map<number, Buffer[]>();
  // Longer ones first: a secret may begin as another one does that ends earlier.
  for (const needle of needles.sort((a, b) => b.length - a.length)) {
    for (let at = 0; at < ANCHOR - 1; at++) {
      const pair = pairAt(needle, at);
      shifts[pair] = Math.min(shifts[pair] ?? 0, ANCHOR - 2 - at);
    }
    const anchor = anchorAt(needle, 0);
    const same = byAnchor.get(anchor);
    if (same) same.push(needle);
    else byAnchor.set(anchor, [needle]);
  }
  return { shifts, byAnchor, longest: needles[0]?.length ?? 0 };
}

function commonLength(bytes: Uint8Array, at: number, needle: Uint8Array): number {
  const most = Math.min(needle.length, bytes.length - at);
  let length = 0;
  while (length < most && bytes[at + length] === needle[length]) length++;
  return length;
}

/**
 * How many bytes from `at` on are a secret. Where a text repeats long parts of secrets again and again, which no ordinary
 * one does, a part counts as well: comparing to the end each time would cost the product of both lengths.
 */
function secretLength(bytes: Uint8Array, at: number, same: readonly Buffer[], scan: Scan): number {
  for (const needle of same) {
    const length = commonLength(bytes, at, needle);
    if (length === needle.length) return length;
    if (scan.vain > VAIN * (scan.seen + at + LONGEST) && length >= ANCHOR) return length;
    scan.vain += length;
  }
  return 0;
}

/** Tells of each secret that begins before `until`. @returns where to go on: `until`, or the end of the last secret */
function look(bytes: Uint8Array, until: number, needles: Needles, scan: Scan, found: (range: Range) => void): number {
  const { shifts, byAnchor } = needles;
  const last = Math.min(until, bytes.length - ANCHOR + 1);
  let at = 0;
  while (at < last) {
    const shift = shifts[pairAt(bytes, at + ANCHOR - 2)] ?? 0;
    if (shift > 0) {
      at += shift;
      continue;
    }
    const same = byAnchor.get(anchorAt(bytes, at));
    const length = same ? secretLength(bytes, at, same, scan) : 0;
    if (length > 0) found([at, at + length]);
    at += Math.max(1, length);
  }
  scan.seen += last;
  return Math.min(Math.max(at, until), bytes.length);
}

function rangesOf(bytes: Uint8Array, needles: Needles): Range[] {
  const ranges: Range[] = [];
  look(bytes, bytes.length, needles, { vain: 0, seen: 0 }, (range) => ranges.push(range));
  return ranges;
}

/** Whether a text holds a secret. Its bytes are made slice by slice: most texts hold none, and need no copy. */
function holdsSecret(text: string, needles: Needles): boolean {
  for (let at = 0; at < text.length; at += SLICE) {
    const slice = Buffer.from(text.slice(at, at + SLICE + needles.longest));
    if (rangesOf(slice, needles).length > 0) return true;
  }
  return false;
}

function withoutSecrets(text: string, needles: Needles): string {
  if (!holdsSecret(text, needles)) return text;
  const bytes = Buffer.from(text);
  let [clean, done] = ["", 0];
  for (const [from, to] of rangesOf(bytes, needles)) {
    clean += bytes.toString("utf8", done, from) + REDACTED;
    done = to;
  }
  return clean + bytes.toString("utf8", done);
}

function withStars(bytes: Buffer, needles: Needles): Buffer {
  const ranges = rangesOf(bytes, needles);
  if (ranges.length === 0) return bytes;
  const clean = Buffer.from(bytes);
  for (const [from, to] of ranges) clean.fill(STAR, from, to);
  return clean;
}

async function* starred(body: Bytes, needles: Needles): AsyncGenerator<Uint8Array> {
  const room = Buffer.allocUnsafe(SLICE + 2 * needles.longest);
  const scan: Scan = { vain: 0, seen: 0 };
  let size = 0;
  /** Puts stars into what is there. @returns how much of it is done: all that no secret can reach into any more */
  const hide = (until: number): number =>
    look(room.subarray(0, size), until, needles, scan, ([from, to]) => room.fill(STAR, from, to));
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + room.length - size);
      room.set(part, size);
      size += part.length;
      at += part.length;
      if (size < room.length) continue;
      const done = hide(size - needles.longest + 1);
      yield Buffer.from(room.subarray(0, done));
      room.copyWithin(0, done, size);
      size -= done;
    }
  hide(size);
  if (size > 0) yield room.subarray(0, size);
}

const SEES_NOTHING: Hider = { text: (text) => text, bytes: (bytes) => bytes, stream: (body) => body };

function toHider(forms: readonly string[]): Hider {
  const needles = toNeedles(forms);
  if (!needles) return SEES_NOTHING;
  return {
    text: (text) => withoutSecrets(text, needles),
    bytes: (bytes) => withStars(bytes, needles),
    stream: (body) => starred(body, needles),
  };
}

const made = new WeakMap<readonly string[], Hider>();

/**
 * What hides these secrets. It is made once for the same list.
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export function hiderOf(forms: readonly string[]): Hider {
  const hider = made.get(forms) ?? toHider(forms);
  made.set(forms, hider);
  return hider;
}
