/** Descriptions come as Markdown; beside a field they are plain words. Pure. */

/** Without links, marks of code and emphasis; spaces and lines joined. */
export function toPlainWords(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*(?:\)|$)/g, "$1") // the end of a cut description may lie inside a link
    .replace(/\[!\w+\]/g, "")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/(\*\*|__)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/(^|\s)[_*](\S(?:[^_*]*\S)?)[_*](?=[\s.,;:)]|$)/g, "$1$2")
    .replace(/`+/g, "")
    .replace(/^\s*[#>-]+\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
