/**
 * Removes lines and sentences that do not help to choose or fill a tool: limits and scopes of a web page, and links to
 * other pages.
 */
import { LINK_MARK } from "./remove-markup";

/** Lines that are left out. */
const FILLER_LINE = new RegExp(
  [
    /^(?:todo|fixme|tbd|to be (?:done|defined|documented))\b/,
    /^(?:rate limit(?:s| label)?|alternate routes?|oauth required|pagination)\s{0,9}(?::|$)/,
    /^(?:\W{0,6}(?:oauth (?:required|optional)|extended info|pagination|filters|emojis|vip (?:only|enhanced))\b)+\W{0,6}$/,
    /^(?:oauth |granular |required )?scopes?\s{0,9}:\s{0,9}`?[\w.-]{1,40}:[\w.:-]/,
    /^automatically added\.?$/,
    /^this operation can be accessed anonymously\.?$/,
    /^(?:api )?version\s{0,9}:?\s{0,9}v?\d[\d.]{0,20}$/,
    /^since v?\d[\d.]{0,20}$/,
    /^description:?$/,
    /^(?:no|n\/a|none|null|undefined|string|description|missing) ?(?:description)?(?: available| provided| given)?\.?$/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);
/** The permissions that a caller needs, and pages to read next: the line, and the list under it. */
const NEEDS_LINE = new RegExp(
  "^(?:(?:permissions?|scopes?|roles?|privileges?) required|" +
    String.raw`required (?:permissions?|scopes?|privileges?|roles?))\s{0,9}(?::|$)|` +
    String.raw`^(?:related (?:topics|articles|guides)|see also|further reading)\s{0,9}:?$|` +
    "your api credential must have (?:one of )?the following|" +
    "^this endpoint supports the following custom media types",
  "i",
);
const BULLET = /^(?:-|\d{1,2}[.)]) /;
/** A sentence that only leads to another page. */
const POINTER = new RegExp(
  String.raw`^(?:\(?(?:for|to) (?:more|further|additional|related|learn|read|see|find|get more|know more)\b|` +
    String.raw`see\b|\(see\b|refer\b|please (?:see|refer|read|check|visit)\b|learn more|read more|` +
    String.raw`more (?:info|details)|click\b|check out|find (?:out )?more|visit\b|view the|` +
    String.raw`documentation\b|reference\b|docs\b)`,
  "i",
);
/** Such a sentence without a link: the place that it names is missing here. */
const BELOW = new RegExp(
  String.raw`^\(?(?:please )?see (?:the )?(?:below|above|here|docs|documentation|description)` +
    String.raw`(?: for (?:more )?(?:details|information|examples?))?\.?\)?$`,
  "i",
);
/** A link alone behind the last sentence: `Use the cursor. pagination instructions`. */
const LINK_BEHIND = new RegExp(`(?<=[.!?]) [a-z][\\w ]{2,40}${LINK_MARK}\\.?$`);
const NEEDS_SCOPE =
  /\b(?:needs?|requires?|must have)\b.{0,60}\bscopes?\b.{0,80}\bto (?:use|access|call) this (?:endpoint|api|method|operation)\b/i;
const OPERATION = "api|endpoint|method|operation|call|request|resource";
const POLITE = new RegExp(
  `^(?:use (?:this|the) (?:${OPERATION})(?: endpoint| call| method)? to|` +
    `(?:this|the) (?:${OPERATION}|service)(?: endpoint| call| method)? ` +
    String.raw`(?:(?:allows|lets|enables) (?:you|users?|clients?|developers|the user|an? \w{1,20})(?: to)?|` +
    "can be used to|is used to|is to)|" +
    String.raw`allows (?:you|users?|clients?) to)\s+(?=[a-z])`,
  "i",
);

/** "This method returns a list" as "Returns a list". */
const ABOUT_ITSELF = new RegExp(
  `^this (?:api )?(?:${OPERATION})(?: call)? (?=(?:returns|retrieves|gets|lists|creates|updates|deletes|removes|adds|` +
    "sets|changes|exports|enables|disables|initiates|submits|modifies|saves|sends) )",
  "i",
);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isFillerSentence = (sentence: string): boolean =>
  (sentence.includes(LINK_MARK) && POINTER.test(sentence)) || BELOW.test(sentence) || NEEDS_SCOPE.test(sentence);

type Line = { said: string /** The sentence left out at its end goes on in the next line. */; isOpen: boolean };

function withoutSentences(line: string): Line {
  if (!line.includes(LINK_MARK) && !/\bsee\b|\bscopes?\b/i.test(line)) return { said: line, isOpen: false };
  const bullet = BULLET.exec(line)?.[0] ?? "";
  const sentences = line
    .slice(bullet.length)
    .replace(LINK_BEHIND, "")
    .split(/(?<=[.!?:])\s+(?=[A-Z(])/);
  const remaining = sentences.filter((sentence) => !isFillerSentence(sentence));
  const last = sentences.at(-1) ?? "";
  return {
    said: remaining.length === 0 ? "" : (bullet + remaining.join(" ")).replaceAll(LINK_MARK, ""),
    isOpen: isFillerSentence(last) && !/[.!?:)]["”]?\uE000?$/.test(last),
  };
}

/** What a line begins with when it ends the sentence of the line before. */
const SENTENCE_END = /^[a-z][^.!?]*[.!?]/;

/** Cuts the beginning of a sentence off the last line, because its end is left out. */
function closeLine(lines: string[]): void {
  const remainder = (lines.pop() ?? "").replace(/(?:^|(?<=[.!?:]["”)]?)\s+)[^.!?:]*$/, "");
  if (remainder !== "") lines.push(remainder);
}

const isHeading = (line: string): boolean => /^[A-Z][\w /()-]{2,40}:$/.test(line);

/** Drops headings without content. */
const withoutEmptyHeadings = (lines: readonly string[]): string[] =>
  lines.filter((line, index) => {
    const next = lines[index + 1];
    return !(isHeading(line) && (next === undefined || isHeading(next)));
  });

/** Small pictures at the beginning of a line are decoration. */
const withoutPictures = (line: string): string =>
  line.trim().replace(/^(?:[\u{1F300}-\u{1FAFF}\u2600-\u27BF]\uFE0F? ?){1,8}/u, "");

/** `text` is what `removeMarkup` leaves, with its marks. */
export function removeFiller(text: string): string {
  const result: string[] = [];
  let inNeeds = false;
  let isOpen = false;
  for (const rawLine of text.split("\n")) {
    const whole = withoutPictures(rawLine);
    const line: string =
      isOpen && /^[a-z]/.test(whole) ? whole.replace(/^[^.!?]*(?:[.!?]["”]?(?:\s+|$)|$)/, "") : whole;
    isOpen &&= line === "" && whole !== "" && !/[.!?]["”]?$/.test(whole);
    if (line === "" || (inNeeds && BULLET.test(line))) continue;
    const plain = line.replaceAll(LINK_MARK, "");
    inNeeds = NEEDS_LINE.test(plain);
    if (inNeeds || FILLER_LINE.test(plain)) continue;
    const end = SENTENCE_END.exec(line);
    if (end && isFillerSentence(end[0])) closeLine(result);
    const left = withoutSentences(line);
    isOpen = left.isOpen;
    if (left.said !== "") result.push(left.said);
  }
  const [first = "", ...rest] = withoutEmptyHeadings(result);
  return [direct(first), ...rest].join("\n");
}

/** "This endpoint allows you to delete a list" as "Delete a list". */
const direct = (line: string): string => {
  const polite = (POLITE.exec(line) ?? ABOUT_ITSELF.exec(line))?.[0];
  return polite === undefined ? line : capital(line.slice(polite.length));
};
