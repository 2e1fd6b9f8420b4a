/**
 * Turns HTML and Markdown into plain text: descriptions were written for web pages. Text between backticks is not
 * changed. Every pattern is bounded, so that each text is read in linear time.
 */

/** Left behind a text that was a link, until `removeFiller` has looked at the sentence around it. */
export const LINK_MARK = "\uE000";

const BLOCK_TAGS = "p|br|div|ul|ol|dl|dt|dd|table|thead|tbody|tr|h[1-6]|hr|section|blockquote|details|summary|aside";
const INLINE_TAGS =
  "strong|b|em|i|u|s|del|ins|span|font|small|big|sup|sub|td|th|img|abbr|var|center|label|nobr|input|button|iframe|video";
const BLOCK = new RegExp(`</?(?:${BLOCK_TAGS})(?:[\\s/][^<>]{0,400})?>`, "gi");
const INLINE = new RegExp(`</?(?:${INLINE_TAGS})(?:[\\s/][^<>]{0,400})?>`, "gi");

/** Outside of code, which may be about tags. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(`[^`\n]{1,400}`)/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");

const withoutTags = (text: string): string =>
  text
    .replace(/<!--[^]{0,2000}?-->/g, "")
    .replace(/<\/?pre(?:\s[^<>]{0,400})?>/gi, "\n```\n")
    .replace(/<\/?(?:code|tt|kbd|samp)(?:\s[^<>]{0,400})?>/gi, "`")
    .replace(/<a(?:\s[^<>]{0,800})?>/gi, "")
    .replace(/<\/a\s{0,9}>/gi, LINK_MARK)
    .replace(/<li(?:\s[^<>]{0,400})?>/gi, "\n- ")
    .replace(/<\/li\s{0,9}>/gi, "\n")
    .replace(BLOCK, "\n")
    .replace(INLINE, "")
    .replace(/<\/?[a-z]{1,20}-[a-z-]{1,30}(?:\s[^<>]{0,400})?>/g, "");

const FENCE = /^\s{0,12}(?:```|~~~)/;
/** A ruler of a table or under a heading. */
const RULER = /^[\s|:=*_+-]*(?:---|===|\*\*\*|___)[\s|:=*_+-]*$/;
/** Lines of code that are still a value and no example. */
const MAX_CODE_LINES = 2;
const EXAMPLE_INTRO =
  /(?:^|\b)(?:examples?|samples?|request|response|body|json|as follows|following)\b[^.]{0,60}:?\s*$/i;

/** The lines of a text, gathered without what only a web page needs. */
class Lines {
  private readonly result: string[] = [];
  private code: string[] | undefined;
  private inTable = false;

  add(line: string): void {
    if (FENCE.test(line)) this.fence(line);
    else if (this.code) this.code.push(line);
    else this.text(line);
  }

  private fence(line: string): void {
    const [, inside = "", closed] = line.split(/```|~~~/);
    if (!this.code && closed !== undefined) this.result.push(`\`${inside.trim()}\`${closed}`);
    else if (!this.code) this.code = [];
    else {
      const code = this.code.filter((line) => line.trim() !== "");
      this.code = undefined;
      if (code.length <= MAX_CODE_LINES) this.result.push(...code);
      else if (this.last().length < 80 && EXAMPLE_INTRO.test(this.last())) this.result.pop();
    }
  }

  /** The last line that is not empty; empty lines after it are dropped. */
  private last(): string {
    while (this.result.at(-1)?.trim() === "") this.result.pop();
    return this.result.at(-1) ?? "";
  }

  private text(line: string): void {
    if (line.length >= 3 && RULER.test(line)) {
      // The line above such a ruler names the columns of a table.
      this.inTable = line.includes("|");
      if (this.inTable && /^\t|\|/.test(this.last())) this.result.pop();
      return;
    }
    this.inTable &&= line.includes("|");
    if (/^\s{0,3}\[[^\]\n]{1,80}\]:\s{0,9}\S/.test(line)) return;
    const plain = line
      .replace(/^\s*(?:>\s?)+/, "")
      .replace(/^\s*#{1,6}(?:\s+|(?=[A-Z]))/, "")
      .replace(/(?<=\S)\s+#{1,6}\s*$/, "")
      .replace(/^\s*[*+•]\s+/, "- ")
      .replace(/```([^`\n]{1,400})```/g, "`$1`");
    if (/^\s*\[!\w+\]\s*$/.test(plain)) return;
    this.result.push(this.inTable || /^\s*\|.*\|\s*$/.test(plain) ? row(plain) : plain);
  }

  /** An unclosed code block counts as plain text. */
  whole(): string {
    return [...this.result, ...(this.code ?? [])].join("\n");
  }
}

/** A row of a table as "first: second, third"; the tab marks it until the text is tidied. */
function row(line: string): string {
  const [first = "", ...rest] = line
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  return `\t${rest.length > 0 ? `${first}: ${rest.join(", ")}` : first}`;
}

const IMAGE = /!\[([^\]\n]{0,200})\]\([^()\n]{0,600}\)/g;
const LINK = /\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,300})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,600}\)/g;
/** `[the list][create_list]`: a link by name. A word before it would make it a place in an object. */
const REFERENCE = /(?<![\w\])`"])\[(?=[A-Za-z`])([^[\]]{1,200})\]\[[^[\]\n]{0,80}\]/g;
const BOLD = /(?<![\w*`])\*{2,3}(?=[^\s*/.,;)]|\/\w)((?:[^*]|\*(?!\*)){1,400}?)(?<=\S)\*{2,3}/g;
/** Bold text without an end mark. */
const OPENING_EMPHASIS = /(?<=^|\s)\*{2,3}(?=\p{L})/gu;
const EMPHASIS = /(?<![\w*`\\/])\*(?=[^\s*.,/)])([^*\n]{1,200}?)(?<=[^\s\\])\*(?![\w*`])/g;
const UNDERSCORED = /(?<![\w\\`/])_(?=[^\s_])([^_\n]{1,200}?)(?<=[^\s\\])_(?![\w`])/g;
const DOUBLY_UNDERSCORED = /(?<![\w\\`/])__(?=[A-Z][^_\n]{0,200}\s|[A-Z])([^_\n]{1,200}?)(?<=[^\s\\])__(?![\w`])/g;

const emphasized = (text: string): string =>
  text
    .replace(BOLD, "$1")
    .replace(OPENING_EMPHASIS, "")
    .replace(DOUBLY_UNDERSCORED, "$1")
    .replace(EMPHASIS, "$1")
    .replace(UNDERSCORED, "$1")
    .replace(/~~([^~\n]{1,200})~~/g, "$1")
    .replace(/(?<=^|\s):[a-z][a-z_]{2,30}:(?=\s|$)/g, "")
    .replace(/\\([*_#<>|~`])/g, "$1");

/** Processes the text outside of backticks; emphasis can surround them. */
function inline(text: string): string {
  const named = text.includes("][") ? text.replace(REFERENCE, `$1${LINK_MARK}`) : text;
  const linked = named.includes("](") ? named.replace(IMAGE, "$1").replace(LINK, `$1${LINK_MARK}`) : named;
  const bold = linked.includes("**") ? linked.replace(BOLD, "$1") : linked;
  if (!/[*_~\\:]/.test(bold)) return bold;
  return outsideCode(bold, emphasized);
}

const MARKUP = /[*_`#|[\\~>:•]|[-=]{3}/;

/** A text of a web page as plain lines. Links leave a `LINK_MARK`. */
export function removeMarkup(source: string): string {
  const text = source.includes("<") ? outsideCode(source, withoutTags) : source;
  if (!MARKUP.test(text)) return text;
  const lines = new Lines();
  for (const line of text.split(/\r\n?|\n/)) lines.add(line);
  return inline(lines.whole());
}
