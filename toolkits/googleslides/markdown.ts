/** Markdown as slides: what a title and lines of text can show. */

export type Slide = { title: string; lines: { level: number; text: string }[]; isList: boolean; isNumbered: boolean };

const BREAK = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*\r?$/m;
const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

/**
 * The text between two signs must not contain them: a text of opening signs is then read once. Emphasis, code signs and
 * link targets do not exist in plain slide text.
 */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/(\*\*|__)(.+?)\1/g, "$2")
    .replace(/(?<!\w)[*_]([^*_]+)[*_](?!\w)/g, "$1")
    .replace(/`([^`]*)`/g, "$1")
    .trim();

/** The words of a heading, without the signs that may close it. */
function headingOf(line: string): string | undefined {
  if (!/^#{1,6}\s/.test(line)) return undefined;
  const words = line.replace(/^#{1,6}/, "").trim();
  let end = words.length;
  while (words.charAt(end - 1) === "#") end--;
  return words.slice(0, end).trim();
}

function toSlide(part: string): Slide | null {
  const slide: Slide = { title: "", lines: [], isList: false, isNumbered: false };
  for (const line of part.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const heading = headingOf(line);
    const item = ITEM.exec(line);
    if (heading !== undefined && slide.title === "" && slide.lines.length === 0) slide.title = plain(heading);
    else if (item) {
      const [, indent = "", sign = "", text = ""] = item;
      if (!slide.isList) slide.isNumbered = /\d/.test(sign);
      slide.isList = true;
      slide.lines.push({ level: Math.min(Math.floor(indent.replaceAll("\t", "  ").length / 2), 8), text: plain(text) });
    } else slide.lines.push({ level: 0, text: plain(heading ?? line.replace(/^\s*>\s?/, "")) });
  }
  return slide.title === "" && slide.lines.length === 0 ? null : slide;
}

/** One slide for each part between lines of three dashes; empty parts give none. */
export const toSlides = (markdown: string): Slide[] => markdown.split(BREAK).flatMap((part) => toSlide(part) ?? []);
