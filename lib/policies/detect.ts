/** The detectors of policies: each finds one kind of value in a text. */
import type { Detector } from "./constants";
import { findCards, findEmails, findIbans, findPhones, type Range } from "./find-cards";
import { findSecrets, SECRET_HINT } from "./find-secrets";
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

/** `hint`: what each text with a finding has. Most texts lack it, and are read only once. */
type Finder = { hint: RegExp; find: (text: string) => Range[] };

/** A word or two of each phrase of `ORDERS`. */
const ORDER_HINT = new RegExp(
  [
    ...["ignore", "disregard", "forget", "override", `you${SPACES}are`, `act${SPACES}as`, "instructions", "prompt"],
    ...[
      "im_start",
      "system",
      "endoftext",
      String.raw`inst\]`,
      "<<sys",
      `(?:tell|inform|alert|notify|ing)${SPACES}(?:to|the)`,
    ],
    ...[`(?:attention|important|note|message|instruction)s?${SPACES}(?:to|for)`, `api${SPACES}key`],
  ].join("|"),
  "i",
);

const FINDERS: Readonly<Record<Detector, Finder>> = {
  card: { hint: /\d(?:\D{0,3}\d){12}/, find: findCards },
  iban: { hint: /[A-Za-z]{2}\d{2}/, find: findIbans },
  email: { hint: /@/, find: findEmails },
  phone: { hint: /\d(?:\D{0,3}\d){7}/, find: findPhones },
  secret: { hint: SECRET_HINT, find: findSecrets },
  injection: { hint: ORDER_HINT, find: findOrders },
};

const findIn = (detector: Detector, plain: string): Range[] => {
  const { hint, find } = FINDERS[detector];
  return hint.test(plain) ? find(plain) : [];
};

/** Whether a detector finds something in a text of `toPlainText`. */
export const detectsIn = (detector: Detector, plain: string): boolean => findIn(detector, plain).length > 0;

/** The places in a text that a detector finds, whatever hidden characters and look-alikes are between or among them. */
export const detect = (detector: Detector, original: string): Range[] =>
  detectAll([detector], original).map(({ range }) => range);

/** Hints are looked for in the plain text too: in the original, hidden characters can be among their letters. */
function detectAll(detectors: readonly Detector[], original: string): { detector: Detector; range: Range }[] {
  const { text, origins } = toPlainText(original);
  return detectors.flatMap((detector) =>
    findIn(detector, text).map(([from, to]) => ({
      detector,
      range: origins ? ([origins[from] ?? 0, origins[to] ?? original.length] as const) : ([from, to] as const),
    })),
  );
}

/** The text with a word in place of each value that one of the detectors finds. */
export function withoutDetected(text: string, detectors: readonly Detector[], replacement?: string): string {
  const findings = detectAll(detectors, text).sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1]);
  if (findings.length === 0) return text;
  let [clean, end] = ["", 0];
  for (const { detector, range } of findings) {
    const [from, to] = range;
    if (from >= end) clean += text.slice(end, from) + (replacement ?? `[${detector}]`);
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}
