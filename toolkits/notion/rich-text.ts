/** Texts of Notion out of Markdown (developers.notion.com/reference/rich-text). */

export type RichText = {
  type: "text";
  text: { content: string; link?: { url: string } };
  annotations?: Record<string, boolean>;
};

/** Maximum UTF-16 units of one text object, and of an address (developers.notion.com/reference/request-limits). */
const MAX_TEXT = 2000;
/** The text between two signs must not contain the first of them: a text of opening signs is then read once. */
const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|~~([^~\n]+)~~|(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])|\[([^[\]\n]+)\]\((https?:[^()\s]+)\)/g;

/** Pieces of whole characters: an emoji has two units. */
function pieces(content: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < content.length; ) {
    let to = from + MAX_TEXT;
    if (to < content.length && /[\uD800-\uDBFF]/.test(content[to - 1] ?? "")) to -= 1;
    parts.push(content.slice(from, to));
    from = to;
  }
  return parts;
}

/** Text as it is, in pieces that Notion takes. */
export const plain = (content: string, more: { link?: string; mark?: string } = {}): RichText[] =>
  pieces(content).map((piece) => ({
    type: "text",
    text: { content: piece, ...(more.link && { link: { url: more.link } }) },
    ...(more.mark && { annotations: { [more.mark]: true } }),
  }));

/** Text with bold, italics, code, struck-out words and links. */
export function toRichText(source: string): RichText[] {
  const parts: RichText[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    const [whole, code, bold, struck, italic, label, href] = match;
    parts.push(...plain(source.slice(end, match.index)));
    if (code !== undefined) parts.push(...plain(code, { mark: "code" }));
    else if (bold !== undefined) parts.push(...plain(bold, { mark: "bold" }));
    else if (struck !== undefined) parts.push(...plain(struck, { mark: "strikethrough" }));
    else if (italic !== undefined) parts.push(...plain(italic, { mark: "italic" }));
    else if (label !== undefined && href !== undefined)
      parts.push(...plain(label, href.length <= MAX_TEXT ? { link: href } : {}));
    end = match.index + whole.length;
  }
  return [...parts, ...plain(source.slice(end))];
}
