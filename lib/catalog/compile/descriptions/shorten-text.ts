/**
 * Shortens plain text so that what decides a call stays: the first sentence, the values, and the conditions. Pure, and
 * no text is worse than linear.
 */

/** `- "needsAction" - The person has not answered`, `DRAFT: not yet sent`: a value and its explanation. */
const EXPLAINED = /^(?:[-*•]\s{1,3})?["'`]?([A-Za-z0-9_][\w.@+-]{0,39})["'`]?(?:\s{1,3}[-–—]|:)\s{1,3}\S/;
/** A value in quotation marks, whatever follows it. */
const QUOTED = /^[-*•]\s{1,3}["'`]([A-Za-z0-9_][\w.@+-]{0,39})["'`](?=[\s.,:;]|$)/;

/** `Important: the owner role is different`: the heading of a note below the values. */
const HEADING = /^(?:Attention|Caution|Example|Hint|Important|NOTE|Notes?|Remarks?|Tip|Warning)\s{0,3}[:–—-]/;

const valueOf = (line: string): string | undefined =>
  HEADING.test(line) ? undefined : (QUOTED.exec(line) ?? EXPLAINED.exec(line))?.[1];

/** Puts values that have a line each into one line, without their explanations. */
function joinValues(text: string): string {
  const lines: string[] = [];
  let values: string[] = [];
  const flush = (): void => {
    const intro = lines.at(-1);
    if (values.length > 0 && intro !== undefined && /:$/.test(intro))
      lines[lines.length - 1] = `${intro} ${values.map((line) => valueOf(line)).join(", ")}.`;
    else lines.push(...values);
    values = [];
  };
  for (const line of text.split("\n")) {
    if (valueOf(line) !== undefined) values.push(line);
    else {
      flush();
      lines.push(line);
    }
  }
  flush();
  return lines.join("\n");
}

/** "e.g." and the like end no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|no|approx)|\b[A-Z])\.$/i;

/** The sentences of a text, each with the space behind it. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/(?:[.!?]["')\]]?[ \n]+|\n+)(?=\S)/g)) {
    if (!end.startsWith("\n") && ABBREVIATION.test(text.slice(Math.max(from, index - 8), index + 1))) continue;
    sentences.push(text.slice(from, index + end.length));
    from = index + end.length;
  }
  return [...sentences, text.slice(from)];
}

/** Words of sentences that state values or conditions. */
const DECISIVE = [
  "must|required?|requires|only|cannot|can't|not allowed|ignored|defaults?|deprecated|read-only|case-sensitive|unless",
  "(?:possible|valid|allowed|accepted|supported) values|one of|either|formats?|formatted|remember|set to",
  "maximum|minimum|at most|at least|up to|if (?:this|you|true|false|not|omitted|unset)",
];
const DECIDES = new RegExp(String.raw`\b(?:${DECISIVE.join("|")})\b`, "i");

/** Cuts at the end of a word if there is one nearby. */
export function cutText(text: string, max: number): string {
  const cut = text.slice(0, max - 1);
  const space = Math.max(cut.lastIndexOf(" "), cut.lastIndexOf("\n"));
  const words = space > max - 40 && space > max / 2 ? cut.slice(0, space).replace(/[\s,;:(-]+$/, "") : cut;
  // Never cuts between the halves of a surrogate pair: PostgreSQL refuses a lone half.
  return `${/[\uD800-\uDBFF]$/.test(words) ? words.slice(0, -1) : words}…`;
}

/**
 * A text of at most `max` characters: values without their explanations, then the first sentence, the sentences that
 * name values or conditions, and as many of the others as have room, in their order. Only a text that would lose more
 * than half of its room ends within a sentence, with an ellipsis.
 */
export function shortenText(text: string, max: number): string {
  const whole = joinValues(text);
  if (whole.length <= max) return whole;
  const sentences = sentencesOf(whole);
  const [first = ""] = sentences;
  if (first.trimEnd().length > max) return cutText(whole, max);
  const selection = new Set([0]);
  let left = max - first.length;
  const take = (index: number): boolean => {
    const sentence = sentences[index] ?? "";
    if (selection.has(index) || sentence.trimEnd().length > left) return selection.has(index);
    selection.add(index);
    left -= sentence.length;
    return true;
  };
  for (const [index, sentence] of sentences.entries()) if (DECIDES.test(sentence)) take(index);
  // A later sentence without its predecessor would lose its context.
  for (const index of sentences.keys()) if (!take(index)) break;
  const parts = sentences.filter((_, index) => selection.has(index));
  // A list whose entries had no room needs no introduction.
  while (parts.length > 1 && /:\s*$/.test(parts.at(-1) ?? "")) parts.pop();
  const result = parts.join("").trimEnd();
  if (result.length >= max / 2) return result;
  const rest = sentences.findIndex((_, index) => !selection.has(index));
  const before = sentences.slice(0, rest).join("");
  return selection.size === rest && before.length < max ? cutText(before + (sentences[rest] ?? ""), max) : result;
}
