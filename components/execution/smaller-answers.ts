/** Smaller answers as a form holds them, and in words. Pure. */
import { countOf } from "@/lib/contract/count-of";

export type Shape = {
  fields?: string[] | undefined;
  max_tokens?: number | undefined;
  html?: "text" | undefined;
  blobs?: "files" | undefined;
  format?: "json" | "compact" | "toon" | undefined;
};

export type ShapeDraft = {
  /** One path per line. */
  fields: string;
  maxTokens: string;
  html: boolean;
  blobs: boolean;
  format: NonNullable<Shape["format"]>;
};

export const toShapeDraft = (shape: Shape | null | undefined): ShapeDraft => ({
  fields: (shape?.fields ?? []).join("\n"),
  maxTokens: shape?.max_tokens === undefined ? "" : String(shape.max_tokens),
  html: shape?.html !== undefined,
  blobs: shape?.blobs !== undefined,
  format: shape?.format ?? "json",
});

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Null if answers stay whole. */
export function toShape({ fields, maxTokens, html, blobs, format }: ShapeDraft): Shape | null {
  const paths = linesOf(fields);
  const tokens = maxTokens.trim();
  const shape: Shape = {
    ...(paths.length > 0 && { fields: paths }),
    ...(tokens !== "" && { max_tokens: Number(tokens) }),
    ...(html && { html: "text" as const }),
    ...(blobs && { blobs: "files" as const }),
    ...(format !== "json" && { format }),
  };
  return Object.keys(shape).length > 0 ? shape : null;
}

const LEAST = 50;
const MOST = 1_000_000;
const MOST_PATHS = 50;

/** The error of each field that cannot be sent as it is; the server checks the paths themselves. */
export function findShapeProblems({
  fields,
  maxTokens,
}: ShapeDraft): Record<"fields" | "maxTokens", string | undefined> {
  const text = maxTokens.trim();
  const tokens = Number(text);
  const fits = text === "" || (/^\d+$/.test(text) && tokens >= LEAST && tokens <= MOST);
  return {
    fields: linesOf(fields).length > MOST_PATHS ? `Use at most ${MOST_PATHS} fields.` : undefined,
    maxTokens: fits ? undefined : `Enter a whole number from ${LEAST} to ${MOST.toLocaleString("en")}.`,
  };
}

/** In a few words; an empty text for whole answers. */
export function toShapeWords(shape: Shape | null | undefined): string {
  if (!shape) return "";
  const { fields, max_tokens: tokens, html, blobs, format } = shape;
  const words = [
    tokens === undefined ? "" : `at most ${countOf(tokens, "token")}`,
    fields ? `only ${countOf(fields.length, "field")}` : "",
    html ? "HTML as text" : "",
    blobs ? "base64 as files" : "",
    format === "compact" ? "without empty values" : "",
    format === "toon" ? "TOON" : "",
  ];
  return words.filter((word) => word !== "").join(", ");
}
