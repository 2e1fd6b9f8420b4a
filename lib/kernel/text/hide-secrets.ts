/**
 * Takes known secrets out of texts and bytes that others wrote: of a few short texts by looking for one form after the
 * other, else in one pass over all forms. Pure. But for a fixed beginning, the work grows with the bytes alone,
 * whatever they and the secrets hold.
 */
import { REDACTED } from "./redact";

/** A form is searched for by its first bytes. Shorter forms might be ordinary words. */
const ANCHOR = 12;
/** Longer forms are looked for in pieces of this length, so that a stream keeps little back. */
const LONGEST = 16_384;
/** How much is looked through at once. */
const SLICE = 65_536;
/** How many bytes may be compared in vain for each byte that is looked through. */
const VAIN = 4;
const STAR = 0x2a;
const MARK = Buffer.from(REDACTED);

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type Hider = {
  /** The text with `[redacted]` in place of each secret. */
  text: (text: string) => string;
  /** The bytes with stars in place of each secret: the places of all others stay what they were, as files need it. */
  bytes: (bytes: Buffer) => Buffer;
  /** Hides secrets in a stream; holds a part of it back, because a secret can come in pieces. */
  stream: (body: Bytes) => Bytes;
};

/**
 * `shifts`: by two bytes, the smallest distance behind them at which the next anchor can end. `firsts`: by 16 bits of
 * the number of an anchor, whether there is one, because a map is slow to ask at each byte.
 */
type Needles = {
  shifts: Uint8Array;
  firsts: Uint8Array;
  byAnchor: ReadonlyMap<number, readonly Buffer[]>;
  longest: number;
};

/** `vain`: how many bytes were compared for nothing, `bytes`: how many were looked through. */
type Scan = { vain: number; bytes: number };
/**
 * The ends of ranges, one after the other: from, to, from, to. A text can contain a million of them; pairs would be
 * slow.
 */
type Ranges = number[];
type OnSecret = (from: number, to: number) => void;

const pairAt = (bytes: Uint8Array, index: number): number => ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);

/** Odd, so that no byte is lost when it is multiplied. */
const BASE = 0x01000193;
const LEAVING = Array.from({ length: ANCHOR - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** A number for the twelve bytes from `index` on. */
function anchorAt(bytes: Uint8Array, index: number): number {
  let hash = 0;
  for (let next = index; next < index + ANCHOR; next++) hash = (Math.imul(hash, BASE) + (bytes[next] ?? 0)) | 0;
  return hash;
}

/**
 * The anchor of the place behind `index`, computed from the number `hash`: a text that looks like secrets costs little
 * more.
 */
const anchorBehind = (hash: number, bytes: Uint8Array, index: number): number =>
  (Math.imul(hash - Math.imul(bytes[index] ?? 0, LEAVING), BASE) + (bytes[index + ANCHOR] ?? 0)) | 0;

/** The pieces of a form; the last one has the length of an anchor at least. */
function piecesOf(form: string): Buffer[] {
  const bytes = Buffer.from(form);
  const pieces: Buffer[] = [];
  for (let index = 0; index < bytes.length; index += LONGEST)
    pieces.push(bytes.subarray(Math.max(0, Math.min(index, bytes.length - ANCHOR)), index + LONGEST));
  return pieces;
}

/** Sixteen bits of such a number. */
const shortOf = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff;

function toNeedles(forms: readonly string[]): Needles {
  const needles = [...new Set(forms)].flatMap(piecesOf);
  const shifts = new Uint8Array(65_536).fill(ANCHOR - 1);
  const firsts = new Uint8Array(65_536);
  const byAnchor = new Map<number, Buffer[]>();
  // Longer secrets first: a secret can begin with another, shorter secret.
  for (const needle of needles.sort((a, b) => b.length - a.length)) {
    for (let index = 0; index < ANCHOR - 1; index++) {
      const pair = pairAt(needle, index);
      shifts[pair] = Math.min(shifts[pair] ?? 0, ANCHOR - 2 - index);
    }
    const anchor = anchorAt(needle, 0);
    firsts[shortOf(anchor)] = 1;
    const same = byAnchor.get(anchor);
    if (same) same.push(needle);
    else byAnchor.set(anchor, [needle]);
  }
  return { shifts, firsts, byAnchor, longest: needles[0]?.length ?? 0 };
}

function commonLength(bytes: Uint8Array, index: number, needle: Uint8Array): number {
  const most = Math.min(needle.length, bytes.length - index);
  let length = 0;
  while (length < most && bytes[index + length] === needle[length]) length++;
  return length;
}

/**
 * How many bytes from `index` on are a secret. Where a text repeats long parts of secrets again and again, which no
 * ordinary one does, a part counts as well: comparing to the end each time would cost the product of both lengths.
 */
function secretLength(bytes: Uint8Array, index: number, same: readonly Buffer[], scan: Scan): number {
  for (const needle of same) {
    const length = commonLength(bytes, index, needle);
    if (length === needle.length) return length;
    if (scan.vain > VAIN * (scan.bytes + index + LONGEST) && length >= ANCHOR) return length;
    scan.vain += length;
  }
  return 0;
}

/** Reports each secret that begins before `until`. @returns where to go on: `until`, or the end of the last secret */
function look(bytes: Uint8Array, until: number, needles: Needles, scan: Scan, onSecret: OnSecret): number {
  const { shifts, firsts, byAnchor } = needles;
  const last = Math.min(until, bytes.length - ANCHOR + 1);
  let index = 0;
  let [hash, hashedAt] = [0, -2];
  while (index < last) {
    const shift = shifts[pairAt(bytes, index + ANCHOR - 2)] ?? 0;
    if (shift > 0) {
      index += shift;
      continue;
    }
    hash = hashedAt === index - 1 ? anchorBehind(hash, bytes, hashedAt) : anchorAt(bytes, index);
    hashedAt = index;
    const same = firsts[shortOf(hash)] === 1 ? byAnchor.get(hash) : undefined;
    const length = same ? secretLength(bytes, index, same, scan) : 0;
    if (length > 0) onSecret(index, index + length);
    index += Math.max(1, length);
  }
  scan.bytes += last;
  return Math.min(Math.max(index, until), bytes.length);
}

function rangesOf(bytes: Uint8Array, needles: Needles): Ranges {
  const ranges: Ranges = [];
  look(bytes, bytes.length, needles, { vain: 0, bytes: 0 }, (from, to) => void ranges.push(from, to));
  return ranges;
}

/** Whether a text holds a secret. Its bytes are made slice by slice: most texts hold none, and need no copy. */
function holdsSecret(text: string, needles: Needles): boolean {
  for (let index = 0; index < text.length; index += SLICE) {
    const slice = Buffer.from(text.slice(index, index + SLICE + needles.longest));
    if (rangesOf(slice, needles).length > 0) return true;
  }
  return false;
}

function withoutSecrets(text: string, needles: Needles): string {
  if (!holdsSecret(text, needles)) return text;
  const bytes = Buffer.from(text);
  const ranges = rangesOf(bytes, needles);
  // Each mark takes at most its own length more. One text of these bytes is faster than one of a million parts.
  const clean = Buffer.allocUnsafe(bytes.length + (ranges.length / 2) * MARK.length);
  let [size, done] = [0, 0];
  for (let index = 0; index < ranges.length; index += 2) {
    const [from = 0, to = 0] = [ranges[index], ranges[index + 1]];
    size += bytes.copy(clean, size, done, from);
    clean.set(MARK, size);
    size += MARK.length;
    done = to;
  }
  size += bytes.copy(clean, size, done);
  return clean.toString("utf8", 0, size);
}

function withStars(bytes: Buffer, needles: Needles): Buffer {
  const ranges = rangesOf(bytes, needles);
  if (ranges.length === 0) return bytes;
  const clean = Buffer.from(bytes);
  for (let index = 0; index < ranges.length; index += 2) clean.fill(STAR, ranges[index], ranges[index + 1]);
  return clean;
}

async function* starred(body: Bytes, needles: Needles): AsyncGenerator<Uint8Array> {
  const room = Buffer.allocUnsafe(SLICE + 2 * needles.longest);
  const scan: Scan = { vain: 0, bytes: 0 };
  let size = 0;
  /** Puts stars into what is there. @returns how much of it is done: all that no secret can reach into any more */
  const hide = (until: number): number =>
    look(room.subarray(0, size), until, needles, scan, (from, to) => void room.fill(STAR, from, to));
  for await (const chunk of body)
    for (let index = 0; index < chunk.length; ) {
      const part = chunk.subarray(index, index + room.length - size);
      room.set(part, size);
      size += part.length;
      index += part.length;
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

/** So many comparisons, of all texts together, cost less than the table by which all forms are looked for at once. */
const FEW = 4_000_000;
/** What it costs to begin to look for a form, in comparisons. */
const BEGINNING = 100;

function toHider(all: readonly string[]): Hider {
  const forms = all.filter(({ length }) => length >= ANCHOR);
  if (forms.length === 0) return SEES_NOTHING;
  const total = forms.reduce((sum, { length }) => sum + length, 0);
  let table: Needles | undefined;
  const needles = () => (table ??= toNeedles(forms));
  let left = FEW;
  /** Most answers are short and hold none. One of very many texts has the table from some text on. */
  const holdsNone = (text: string): boolean => {
    left -= text.length * total + BEGINNING * forms.length;
    return left >= 0 && !forms.some((form) => text.includes(form));
  };
  return {
    text: (text) => (holdsNone(text) ? text : withoutSecrets(text, needles())),
    bytes: (bytes) => withStars(bytes, needles()),
    stream: (body) => starred(body, needles()),
  };
}

const hiders = new WeakMap<readonly string[], Hider>();

/**
 * The hider of these secrets. It is made once for the same list.
 * @param forms the secrets in all their forms, as `secretForms` gives them
 */
export function hiderOf(forms: readonly string[]): Hider {
  const cachedHider = hiders.get(forms);
  if (cachedHider) return cachedHider;
  const hider = toHider(forms);
  hiders.set(forms, hider);
  return hider;
}
