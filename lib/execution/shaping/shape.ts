/** Makes the data of an answer as small as its caller wants: fields, limit of tokens, form of texts. Pure. */
import { encode } from "@toon-format/toon";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { cutText } from "@/lib/kernel/text/storable";
import { countTokens } from "@/lib/kernel/text/count-tokens";
import type { Blob } from "./blob";
import { cut } from "./cut";
import { pick, toWanted } from "./pick";
import type { ResponseShape } from "@/lib/contract/response-shape";
import { fillBlobs, slim } from "./slim";

/** What the caller gets, and the whole of it as JSON where it is too large. */
export type Shaped = { data: Values; whole?: string };

export type Shape = {
  /** The selection of the data, in which blobs wait to become files. */
  prepare: (data: unknown) => { value: unknown; selection: unknown; blobs: readonly Blob[] };
  /** The end of the work, with all blobs filled. `selection` is what a file of the whole contains. */
  finish: (value: unknown, selection: unknown) => Shaped;
  /** What the caller will get, with references to files that do not exist yet; for counts of tokens. */
  preview: (data: unknown) => Values;
};

const NO_FIELDS = "The answer is a file, of which no fields can be picked. Download it, or ask for less at a time.";

/** Whether a file replaces the whole response. */
const isFileAnswer = (data: unknown): data is Values =>
  isObject(data) && isObject(data.response_data) && typeof data.response_data.s3key === "string";

/** As long as the references of most files are. */
const REFERENCE = {
  s3url: "https://".padEnd(180, "x"),
  mimetype: "application/octet-stream",
  name: "blob-1.bin",
  size: 10_000,
  s3key: "".padEnd(80, "x"),
};

/** Only the picked fields; how far pages were read always stays. */
function toSelection(data: unknown, fields: ReturnType<typeof toWanted> | undefined): unknown {
  if (!fields) return data;
  if (isFileAnswer(data)) return { ...data, message: NO_FIELDS };
  const picked = pick(data, fields);
  if (!isObject(data) || !isObject(picked)) return picked;
  if (Object.keys(picked).length === 0)
    return { message: `The answer has none of these fields. Its fields are: ${namesOf(data)}.` };
  return isObject(data.auto_paginate) ? { ...picked, auto_paginate: data.auto_paginate } : picked;
}

const namesOf = (data: Values): string =>
  Object.keys(data)
    .slice(0, 30)
    .map((name) => name.slice(0, 60))
    .join(", ") || "none";

const toText = (value: unknown, isToon: boolean): string =>
  isToon ? encode(value) : (JSON.stringify(value) ?? "null");

/** Shares of the room that are tried: the beginning can take more tokens than the rest, and TOON more than JSON. */
const SHARES = [1, 0.85, 0.7, 0.5, 0.3] as const;

/** The beginning of data that is too large, in whole entries if they fit. */
function beginningOf(
  value: unknown,
  whole: string,
  most: number,
  isToon: boolean,
): { preview: string; missing: string[] } {
  const tokens = countTokens(whole);
  // The cut value is measured as JSON, whatever it is written in.
  const room = (Buffer.byteLength(toText(value, false)) * most) / tokens;
  for (const share of SHARES) {
    const part = cut(value, Math.floor(room * share));
    const preview = part && toText(part.value, isToon);
    if (part && preview && countTokens(preview) <= most) return { preview, missing: part.missing };
  }
  const texts = SHARES.map((share) => cutText(whole, Math.floor((whole.length * most * share) / tokens)));
  const preview = texts.find((text) => countTokens(text) <= most) ?? texts.at(-1) ?? "";
  return { preview, missing: [`data: ${preview.length} of ${whole.length} characters`] };
}

/** The beginning, with what is missing and how to get it. */
function cutOf(value: unknown, whole: string, most: number, isToon: boolean): Values {
  const { preview, missing } = beginningOf(value, whole, most, isToon);
  return {
    preview,
    message:
      `This is the beginning of about ${countTokens(whole)} tokens; max_tokens was ${most}. ` +
      "For the rest, name the fields that you need in response.fields, ask the tool for less at a time, " +
      "raise max_tokens, or read the file in remote_file_info, which has the whole.",
    missing,
  };
}

const asValues = (value: unknown): Values => (isObject(value) ? value : { response_data: value });

/**
 * The work that makes answers smaller; undefined if the caller asks for nothing.
 * @throws ApiError Unprocessable for invalid paths
 */
export function toShape(wishes: ResponseShape | null | undefined): Shape | undefined {
  const { fields, max_tokens: most, format, html, blobs } = wishes ?? {};
  const isPlain = format === undefined || format === "json";
  if (!fields && most === undefined && isPlain && !html && !blobs) return undefined;
  const paths = fields && toWanted(fields);
  const isToon = format === "toon";
  const prepare = rememberLast((data: unknown) => {
    const selection = toSelection(data, paths);
    return { selection, ...slim(selection, { html, blobs, format }) };
  });
  const finish = rememberLast((value: unknown, selection: unknown): Shaped => {
    const toData = (text?: string) => (isToon ? { toon: text ?? toText(value, true) } : asValues(value));
    if (most === undefined) return { data: toData() };
    const text = toText(value, isToon);
    if (countTokens(text) <= most) return { data: toData(text) };
    return { data: cutOf(value, text, most, isToon), whole: toText(selection, false) };
  });
  const preview: Shape["preview"] = (data) => {
    const { value, selection, blobs: waiting } = prepare(data);
    return finish(waiting.length === 0 ? value : fillBlobs(value, () => REFERENCE), selection).data;
  };
  return { prepare, finish, preview };
}

/** Does the work once where the log and the caller ask about the same value. */
function rememberLast<Rest extends unknown[], Result>(work: (value: unknown, ...rest: Rest) => Result) {
  let last: { value: unknown; result: Result } | undefined;
  return (value: unknown, ...rest: Rest): Result => {
    if (last?.value !== value || !last) last = { value, result: work(value, ...rest) };
    return last.result;
  };
}
