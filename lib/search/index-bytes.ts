/** An index as bytes: a head in JSON that describes the rest, then the arrays, each at a multiple of eight. */
import type { SearchIndex } from "./search-index";
import type { Recipe } from "./tool-document";

const ARRAYS = {
  toolkitOf: Uint16Array,
  flags: Uint8Array,
  postingStarts: Uint32Array,
  postingTools: Uint32Array,
  postingImpacts: Uint8Array,
  postingFields: Uint8Array,
  phraseStarts: Uint32Array,
  phraseTermStarts: Uint32Array,
  phraseTerms: Uint32Array,
  producerStarts: Uint32Array,
  producers: Uint32Array,
  producerNeeds: Uint8Array,
  kinds: Uint8Array,
  kindWeights: Float32Array,
} as const;

/** Raised when the form changes, or what its numbers mean. */
const FORM = 3;
const HEAD_LENGTH_BYTES = 8;

type Name = keyof typeof ARRAYS;
type Texts = Pick<SearchIndex, "toolkits" | "slugs" | "terms" | "kindMarks">;
/** The index of the recipes follows the arrays. */
type Head = Texts & { form: number; lengths: Record<Name, number>; recipes?: readonly Recipe[] };

const NAMES = Object.keys(ARRAYS) as Name[];
const aligned = (offset: number): number => Math.ceil(offset / 8) * 8;

const headOf = ({ toolkits, slugs, terms, kindMarks, recipes, ...index }: SearchIndex): Buffer => {
  const lengths = Object.fromEntries(NAMES.map((name) => [name, index[name].length])) as Record<Name, number>;
  const head: Head = {
    form: FORM,
    toolkits,
    slugs,
    terms,
    kindMarks,
    lengths,
    ...(recipes && { recipes: recipes.list }),
  };
  return Buffer.from(JSON.stringify(head));
};

/** Writes an index for `fromBytes`. */
export function toBytes(index: SearchIndex): Uint8Array {
  const head = headOf(index);
  const recipes = index.recipes ? toBytes(index.recipes.index) : new Uint8Array();
  let offset = aligned(HEAD_LENGTH_BYTES + head.length);
  const places = NAMES.map((name) => {
    const place = offset;
    offset = aligned(offset + index[name].byteLength);
    return place;
  });
  const bytes = new Uint8Array(offset + recipes.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, HEAD_LENGTH_BYTES);
  NAMES.forEach((name, nameIndex) => {
    const { buffer, byteOffset, byteLength } = index[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), places[nameIndex]);
  });
  bytes.set(recipes, offset);
  return bytes;
}

/**
 * Reads the output of `toBytes`, without copying the arrays if the bytes begin at a multiple of eight.
 * @returns undefined for another format, which the caller must build again
 */
export function fromBytes(input: Uint8Array): SearchIndex | undefined {
  const bytes = input.byteOffset % 8 === 0 ? input : input.slice();
  const buffer = bytes.buffer as ArrayBuffer;
  const headLength = new DataView(buffer, bytes.byteOffset).getUint32(0, true);
  const { form, lengths, recipes, ...texts } = JSON.parse(
    Buffer.from(buffer, bytes.byteOffset + HEAD_LENGTH_BYTES, headLength).toString("utf8"),
  ) as Head;
  if (form !== FORM) return undefined;
  let offset = aligned(HEAD_LENGTH_BYTES + headLength);
  const read = NAMES.map((name) => {
    const array = new ARRAYS[name](buffer, bytes.byteOffset + offset, lengths[name]);
    offset = aligned(offset + array.byteLength);
    return [name, array] as const;
  });
  const arrays = Object.fromEntries(read) as unknown as Omit<SearchIndex, keyof Texts>;
  const index = recipes && fromBytes(bytes.subarray(offset));
  return { ...texts, ...arrays, ...(recipes && index && { recipes: { list: recipes, index } }) };
}
