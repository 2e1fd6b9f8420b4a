/** Descriptions are Markdown; next to a field they are shown as plain text. Pure. */

/** Removes links, code marks and emphasis; joins spaces and lines. */
export function toPlainWords(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*(?:\)|$)/g, "$1") // a shortened description can end inside a link
    .replace(/\[!\w+\]/g, "")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/(\*\*|__)(\S(?:.*?\S)?)\1/g, "$2")
    .replace(/(^|\s)[_*](\S(?:[^_*]*\S)?)[_*](?=[\s.,;:)]|$)/g, "$1$2")
    .replace(/`+/g, "")
    .replace(/^\s*[#>-]+\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
