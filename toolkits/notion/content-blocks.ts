/**
 * Blocks and texts as other programs describe them: one text with its kind and its looks, or a block in Notion's own
 * form.
 */
import type { Block } from "./blocks";
import { plain, toRichText, type RichText } from "./rich-text";

type Values = Record<string, unknown>;

/** A text with its looks, which hold for all of it. */
export type TextContent = {
  content?: unknown;
  bold?: unknown;
  italic?: unknown;
  strikethrough?: unknown;
  underline?: unknown;
  code?: unknown;
  color?: unknown;
  link?: unknown;
};

const MARKS = ["bold", "italic", "strikethrough", "underline", "code"] as const;

/** Kinds of blocks that are one text. */
const TEXT_KINDS: ReadonlySet<string> = new Set([
  "paragraph",
  "heading_1",
  "heading_2",
  "heading_3",
  "heading_4",
  "callout",
  "to_do",
  "toggle",
  "quote",
  "bulleted_list_item",
  "numbered_list_item",
]);

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text of a description; a text without formatting can contain Markdown. Undefined if there is no text. */
export function toContentText(described: TextContent): RichText[] | undefined {
  if (typeof described.content !== "string") return undefined;
  const annotations: Values = Object.fromEntries(
    MARKS.flatMap((mark) => (described[mark] === true ? [[mark, true]] : [])),
  );
  if (typeof described.color === "string" && described.color !== "default") annotations.color = described.color;
  const link = typeof described.link === "string" && described.link !== "" ? described.link : undefined;
  if (link === undefined && Object.keys(annotations).length === 0) return toRichText(described.content);
  return plain(described.content, link === undefined ? {} : { link }).map((part) => ({
    ...part,
    ...(Object.keys(annotations).length > 0 && { annotations: annotations as Record<string, boolean> }),
  }));
}

/** The block of a description; undefined if it contains neither a text nor a block of Notion. */
export function toContentBlock(described: unknown): Block | undefined {
  if (!isValues(described)) return undefined;
  const { type, block_property: kind = "paragraph" } = described;
  if (typeof type === "string" && isValues(described[type])) return { ...described, object: "block", type };
  const text = toContentText(described);
  if (!text || typeof kind !== "string" || !TEXT_KINDS.has(kind)) return undefined;
  return { object: "block", type: kind, [kind]: { rich_text: text } };
}
