/** Splits a request into the steps that it asks for: "find the invoice and mail it to Ann" is two. */
import { MAX_REQUEST_LENGTH } from "./request";
import { effectsOf } from "./thesaurus";
import { isBaseForm, isEmptyWord, plainWords, termOf } from "./words";

/** The most steps that one request is split into, as the most queries that one search takes. */
export const MOST_STEPS = 7;

/** Tried where a run of signs begins only, so that a text of nothing but dots is read once. */
const SENTENCE = /(?<![.!?;\n])(?:[.!?;\n]+(?=\s|$)|\n+)/u;
/** Before these words another step begins, if a verb comes after them. */
const JOINTS = /\s*(?:,|(?<=\s)(?:and|then|afterwards|after that|plus|and then|and also))\s+/giu;
const LIST_SIGN = /(?<=^|\n)[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])[ \t]/gu;
/** What follows says why, not what. */
const REASON = /\b(?:because|since|unless|until|so that)\b/iu;
const POLITE =
  /^(?:please|then|also|next|finally|first|afterwards|after that|i want to|i need to|can you|could you|and)\s+/iu;
/** Words between joint and verb. */
const MAX_BEFORE_VERB = 1;
const SHORT = 60;

const withoutPolite = (text: string): string => {
  let rest = text.trim();
  for (let round = 0; round < 4 && POLITE.test(rest); round += 1) rest = rest.replace(POLITE, "");
  return rest;
};

/** Verbs that are nouns where no article or pronoun follows: "files and comments on it". */
const NOUNS_TOO = new Set(
  `mail email message list file text post form note order call issue record report share log comment book draft charge label
  tag pin star export import view search review update preview build release return track watch start set schedule`
    .split(/\s+/)
    .map(termOf),
);
const AFTER_A_VERB =
  /^(it|them|that|this|those|the|a|an|all|every|each|any|my|our|your|his|her|its|their|me|us|him|who|what|how|one|another|new)$/;

const isVerb = (word: string): boolean => isBaseForm(word) && effectsOf(termOf(word)).length > 0;

/** Whether a part says what is to be done: it begins with a verb, which is followed by what it is done to. */
function beginsWithVerb(text: string): boolean {
  const words = plainWords(withoutPolite(text).slice(0, SHORT));
  const at = words.slice(0, MAX_BEFORE_VERB + 1).findIndex((word) => isVerb(word));
  if (at < 0) return false;
  const rest = words.slice(at + 1);
  if (rest.length === 0) return false;
  return !NOUNS_TOO.has(termOf(words[at] ?? "")) || AFTER_A_VERB.test(rest[0] ?? "");
}

const hasContent = (text: string): boolean => plainWords(text).some((word) => !isEmptyWord(word));

/** The parts of one sentence: cut at each joint behind which a verb stands. */
function splitSentence(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const joint of sentence.matchAll(JOINTS)) {
    const after = sentence.slice(joint.index + joint[0].length);
    const before = sentence.slice(from, joint.index);
    if (!hasContent(before) || REASON.test(before) || !beginsWithVerb(after)) continue;
    parts.push(before);
    from = joint.index + joint[0].length;
  }
  return [...parts, sentence.slice(from)];
}

/** The steps of a request in its words and order; one if it asks for one thing. What is past the last step belongs to it. */
export function splitRequest(given: string): string[] {
  const text = given.slice(0, MAX_REQUEST_LENGTH);
  const parts = text
    .replace(LIST_SIGN, "")
    .split(SENTENCE)
    .flatMap((sentence, at) => (at === 0 || beginsWithVerb(sentence) ? splitSentence(sentence) : [sentence]))
    .map(withoutPolite)
    .filter(hasContent);
  const steps: string[] = [];
  for (const part of parts) {
    // What is no order says more of the step before it.
    if (steps.length > 0 && (steps.length >= MOST_STEPS || !beginsWithVerb(part)))
      steps[steps.length - 1] += `. ${part}`;
    else steps.push(part);
  }
  return steps.length > 0 ? steps : [text.trim()];
}
