/** Markdown as slides: what a title and lines of text can show. */

export type Slide = { title: string; lines: { level: number; text: string }[]; isList: boolean; isNumbered: boolean };

const BREAK = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*\r?$/m;
const HEADING = /^#{1,6}\s+(.*?)\s*#*\s*$/;
const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

/** Emphasis, code signs and link targets have no place in plain slide text. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__)(.+?)\1/g, "$2")
    .replace(/(?<!\w)[*_](.+?)[*_](?!\w)/g, "$1")
    .replace(/`([^`]*)`/g, "$1")
    .trim();

function toSlide(part: string): Slide | null {
  const slide: Slide = { title: "", lines: [], isList: false, isNumbered: false };
  for (const line of part.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const heading = HEADING.exec(line)?.[1];
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
