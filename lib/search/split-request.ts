/** Splits a request into the steps that it asks for: "find the invoice and mail it to Ann" is two. */
import { mayOrder, orders } from "./orders";
import { MAX_REQUEST_LENGTH } from "./read-request";
import { isEmptyWord, plainWords } from "./plain-words";

/** The most steps that one request is split into, as the most queries that one search takes. */
export const MOST_STEPS = 7;

/** Tried where a run of signs begins only, so that a text of nothing but dots is read once. */
const SENTENCE = /(?<![.!?;\n])(?:[.!?;\n]+(?=\s|$)|\n+)/u;
/** After these words another step begins, if a verb follows. The longest come first, or "then" would begin a step. */
const JOINTS = /(?:,\s+|\s)(?:and then|and also|after that|afterwards|and|then|plus)\s+|,\s+/giu;
const LIST_SIGN = /(?<=^|\n)[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]/gu;
const THEN = /\b(?:then|afterwards|after that)\b/iu;
/** A reason follows, not an action. */
const REASON = /\b(?:because|since|unless|until|so that)\b/iu;
const POLITE =
  /^(?:please|then|also|next|finally|first|afterwards|after that|i want to|i need to|can you|could you|and)\s+/iu;
/** Words between joint and verb. */
const MAX_BEFORE_VERB = 1;
const SHORT = 60;
/**
 * Polite words and spaces, and the beginning after them. Only so much is read after each joint, or it would take time
 * with the square of the length.
 */
const BEGINNING = 200;

const withoutPolite = (text: string): string => {
  let rest = text.trim();
  for (let round = 0; round < 4 && POLITE.test(rest); round += 1) rest = rest.replace(POLITE, "");
  return rest;
};

/** Whether a part describes an action: it begins with a verb, followed by an object. */
function beginsWithVerb(text: string): boolean {
  // Some signs become eighteen when they are normalized, so the text is cut before and after.
  const words = plainWords(withoutPolite(text.slice(0, BEGINNING)).normalize("NFKC").slice(0, SHORT));
  const verbIndex = words.slice(0, MAX_BEFORE_VERB + 1).findIndex(mayOrder);
  return verbIndex >= 0 && verbIndex < words.length - 1 && orders(words, verbIndex);
}

const hasContent = (text: string): boolean => plainWords(text).some((word) => !isEmptyWord(word));

type Part = { text: string /** Whether it asks for something by itself. */; isStep: boolean };

/** Whether another step can begin after a joint. Little is read, because there can be a thousand joints. */
const mayBegin = (joint: string, after: string): boolean =>
  beginsWithVerb(after) || (THEN.test(joint) && hasContent(after.slice(0, BEGINNING)));

/** The parts of one sentence: cut at each joint that a verb follows, and at each "then". */
function splitSentence(sentence: string): Part[] {
  const parts: Part[] = [];
  let [from, readUntil] = [0, 0];
  let [isEmpty, isStep] = [true, beginsWithVerb(sentence)];
  for (const joint of sentence.matchAll(JOINTS)) {
    const after = joint.index + joint[0].length;
    if (!mayBegin(joint[0], sentence.slice(after))) continue;
    // The text before a joint can be the whole sentence, so its words are not read twice.
    isEmpty &&= !hasContent(sentence.slice(readUntil, joint.index));
    readUntil = joint.index;
    const before = sentence.slice(from, joint.index);
    if (isEmpty || REASON.test(before)) continue;
    parts.push({ text: before, isStep });
    [from, readUntil] = [after, after];
    [isEmpty, isStep] = [true, true];
  }
  return [...parts, { text: sentence.slice(from), isStep }];
}

/**
 * The steps of a request in its words and order; one step if it asks for one thing. The text after the last step
 * belongs to it.
 */
export function splitRequest(request: string): string[] {
  const text = request.slice(0, MAX_REQUEST_LENGTH);
  const parts = text
    .replace(LIST_SIGN, "")
    .split(SENTENCE)
    .flatMap((sentence, index) =>
      index === 0 || beginsWithVerb(sentence) ? splitSentence(sentence) : [{ text: sentence, isStep: false }],
    )
    .map((part) => ({ ...part, text: withoutPolite(part.text) }))
    .filter((part) => hasContent(part.text));
  const steps: string[] = [];
  for (const part of parts) {
    // A part without an order adds details to the previous step.
    if (steps.length > 0 && (steps.length >= MOST_STEPS || !part.isStep)) steps[steps.length - 1] += `. ${part.text}`;
    else steps.push(part.text);
  }
  return steps.length > 0 ? steps : [text.trim()];
}
