/** The functions that make an answer smaller, on one text or value of a provider. */
import { toBlob } from "@/lib/execution/shaping/blob";
import { htmlToText, isHtml } from "@/lib/execution/shaping/html-to-text";
import { toShape } from "@/lib/execution/shaping/shape";
import type { ResponseShape } from "@/lib/contract/response-shape";

/** Elements are short: only many of them show what each costs. */
const MANY = 30;

function shaped(data: unknown, wishes: ResponseShape): unknown {
  const shape = toShape(wishes);
  const { value, selection } = shape?.prepare(data) ?? {};
  return shape?.finish(value, selection);
}

export const SHAPING_TEXTS: Record<string, (text: string) => unknown> = {
  toBlob,
  isHtml,
  "htmlToText of many": (text) => htmlToText(text.repeat(MANY)),
  "the fields of an answer": (path) => shaped({ a: 1 }, { fields: [path] }),
};

export const SHAPING_VALUES: Record<string, (value: unknown) => unknown> = {
  "the beginning of an answer": (value) => shaped({ value }, { max_tokens: 500 }),
  "an answer as TOON": (value) => shaped({ value }, { format: "toon" }),
  "the beginning of an answer as TOON": (value) => shaped({ value }, { format: "toon", max_tokens: 500 }),
  "a compact answer": (value) => shaped({ value }, { format: "compact", html: "text", blobs: "files" }),
};
