/** Makes the values of an answer smaller in their places: HTML, blobs, members without a value. Pure. */
import { Blob, toBlob } from "./blob";
import { htmlToText, isHtml } from "./html-to-text";
import type { ResponseShape } from "@/lib/contract/response-shape";

/** Characters of HTML that one answer converts; further texts stay as they are. */
const MOST_HTML = 2_000_000;
/** Files that one answer makes; further blobs stay as they are. */
export const MOST_BLOBS = 20;

type Wishes = Pick<ResponseShape, "html" | "blobs" | "format">;
type Walk = { wishes: Wishes; html: number; blobs: Blob[] };

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && !(value instanceof Blob) && Object.keys(value).length === 0);

function slimText(text: string, walk: Walk): unknown {
  if (walk.wishes.blobs && walk.blobs.length < MOST_BLOBS) {
    const blob = toBlob(text);
    if (blob) walk.blobs.push(blob);
    if (blob) return blob;
  }
  if (!walk.wishes.html || walk.html + text.length > MOST_HTML || !isHtml(text)) return text;
  walk.html += text.length;
  return htmlToText(text);
}

function slimIn(value: unknown, walk: Walk): unknown {
  if (typeof value === "string") return slimText(value, walk);
  if (typeof value !== "object" || value === null) return value;
  // Entries of a list keep their numbers.
  if (Array.isArray(value)) return value.map((entry) => slimIn(entry, walk));
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const slim = slimIn(member, walk);
    if (walk.wishes.format !== "compact" || !isEmpty(slim)) members.push([name, slim]);
  }
  return Object.fromEntries(members);
}

/** The smaller value, in which blobs wait to become files. */
export function slim(value: unknown, wishes: Wishes): { value: unknown; blobs: readonly Blob[] } {
  if (!wishes.html && !wishes.blobs && wishes.format !== "compact") return { value, blobs: [] };
  const walk: Walk = { wishes, html: 0, blobs: [] };
  return { value: slimIn(value, walk), blobs: walk.blobs };
}

/** The value with something in the place of each blob. */
export function fillBlobs(value: unknown, inPlace: (blob: Blob) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Blob) return inPlace(value);
  if (Array.isArray(value)) return value.map((entry) => fillBlobs(entry, inPlace));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillBlobs(member, inPlace)]));
}
