// The words that docs/reference/words.md rules out of comments and names, and what to write instead.

/** Whom a permission can be given to: after these, `may` is good English. */
const PERMITTED =
  "who|that|they|caller|member|owner|admin|viewer|role|key|user|person|people|somebody|nobody|everybody|agent|client|program|operator|project|session|room";

/** Words that make the next "one" a pronoun. */
const BEFORE_ONE = "the|this|own|present|such an?";

/** Counted apart, because a permission can have a subject that the pattern does not know. */
export const MAY = [
  new RegExp(`(?<!\\b(?:${PERMITTED})s?) \\bmay\\b(?! be\\b)`, "i"),
  "can, might or must; may is a caller's permission",
];

/** [pattern, what to write instead] for the prose of a comment. */
export const DIALECT = [
  [
    /^(?:What|Who) (?:\w+s|\w+ed|may|can|must|have|are|came|went|made|gave|took)\b/,
    "a noun phrase, or a sentence with a subject and a verb",
  ],
  MAY,
  [/\b(?:says?|tells?|told|hears?|heard)\b(?![^.]*\bapart\b)/i, "returns, contains, reports, receives"],
  [new RegExp(`\\bones\\b|\\b(?:${BEFORE_ONE}) one\\b(?! another)`, "i"), "the noun"],
  [/\b(?:stands?|stood|standing|lies|lay|lying)\b(?![ -](?:in|for|alone)\b)/i, "is, are"],
  [/\b(?:for|of|to|with|is|are) none\b(?! of\b)/i, "no and the noun"],
  [/\b(?:alike|anew|all the same)\b/i, "both, again, still"],
  [/\bbeside\b/i, "next to, with, in addition to"],
  [/^The same\b(?![^.]*\b(?:is|are|was|were|as|applies|can|must|has|have)\b)/, "a sentence with a verb"],
  [/\bof wh(?:ich|om)\b/i, "two sentences, or the thing's name"],
  [/\b(?:by|of) (?:itself|themselves)\b/i, "automatically, alone"],
  [/\bthat there (?:is|are) (?:not|no more|none)\b/i, "deleted, missing"],
  [/\bno more\b(?! (?:than|of|[a-z]+s)\b)/i, "no longer"],
  [/\bof (?:before|now|then)\b/i, "previous, current"],
];

/** Names of values and types that are bare participles, in lower case. */
export const PARTICIPLES = new Set(
  (
    "given found made kept told said known asked sent chosen ended wanted shown seen refused taken held gone lost got " +
    "heard meant begun began listed written opened stored declared used counted tried thrown answered asking " +
    "offered placed judged filled"
  ).split(" "),
);

/** Names that stand in for the noun. */
export const STAND_INS = new Set(["one", "own", "at"]);
