/** The detectors of policies: each finds one kind of value in a text. */
import type { Detector } from "./constants";
import { findCards, findEmails, findIbans, findPhones, type Range } from "./find-cards";
import { findSecrets } from "./find-secrets";
import { toPlainText } from "./plain-text";

/** A space of a phrase: texts are broken into lines, and indented. */
const SPACES = String.raw`\s{1,9}`;

/** Phrases by which a text gives orders to a model. Letters are compared without case. */
const ORDERS: readonly RegExp[] = [
  [
    String.raw`\b(?:ignore|disregard|forget|override) (?:all |any |the |your |of |these |those ){0,3}`,
    "(?:previous|prior|above|earlier|preceding|original|existing) ",
    "(?:instruction|prompt|rule|message|context|direction|guideline)",
  ],
  [String.raw`\b(?:ignore|disregard|forget) (?:everything|all) `, "(?:above|before|you were told|that came before)"],
  [
    String.raw`\b(?:you are|act as) (?:now |from now on )(?:an? |the )?(?:\w+ ){0,4}`,
    String.raw`(?:assistant|model|agent|administrator|developer mode|dan|ai)\b`,
  ],
  [
    String.raw`\b(?:new|updated|real|actual) (?:system )?(?:instructions|prompt)`,
    String.raw`(?: for (?:the )?(?:ai|assistant|agent|model))?\s?:`,
  ],
  [
    String.raw`<\|?(?:im_start|system|endoftext)\|?>|\[\/?INST\]|<<SYS>>`,
    String.raw`|^\s{0,8}#{1,4} ?system(?: prompt)?:?\s{0,8}$`,
  ],
  [
    String.raw`\b(?:do not|don't|never|without) (?:tell|telling|inform|informing|alert|alerting|notify|notifying) `,
    "(?:to )?the (?:user|human|owner)",
  ],
  [
    String.raw`\b(?:reveal|print|repeat|output|send|show)(?: me)? (?:your|the) `,
    "(?:system prompt|hidden instructions|initial instructions|api keys?)",
  ],
  [
    String.raw`\b(?:attention|important|note|message|instructions?)(?: (?:to|for))(?: the| all| any)? `,
    String.raw`(?:ai|llm|assistant|language model|agent)s?\b`,
  ],
].map((parts) => new RegExp(parts.join("").replaceAll(/ (?!\?)/g, SPACES), "gim"));

const findOrders = (text: string): Range[] =>
  ORDERS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, index }): Range => [index, index + phrase.length]),
  );

const FINDERS: Readonly<Record<Detector, (text: string) => Range[]>> = {
  card: findCards,
  iban: findIbans,
  email: findEmails,
  phone: findPhones,
  secret: findSecrets,
  injection: findOrders,
};

/** The places in a text that a detector finds, whatever hidden characters and look-alikes are between or among them. */
export function detect(detector: Detector, original: string): Range[] {
  const { text, origins } = toPlainText(original);
  const ranges = FINDERS[detector](text);
  if (!origins) return ranges;
  return ranges.map(([from, to]): Range => [origins[from] ?? 0, origins[to] ?? original.length]);
}

/** The text with a word in place of each value that one of the detectors finds. */
export function withoutDetected(text: string, detectors: readonly Detector[], replacement?: string): string {
  const ranges = detectors
    .flatMap((detector) => detect(detector, text).map((range) => ({ range, word: replacement ?? `[${detector}]` })))
    .sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1]);
  if (ranges.length === 0) return text;
  let [clean, end] = ["", 0];
  for (const { range, word } of ranges) {
    const [from, to] = range;
    if (from >= end) clean += text.slice(end, from) + word;
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}
