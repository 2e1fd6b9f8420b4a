/**
 * The English stemmer Porter2 (snowballstem.org/algorithms/english/stemmer.html): "invoices", "invoicing" and
 * "invoiced" become one word.
 */

const VOWEL = "[aeiouy]";
const DOUBLES = /(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const VALID_LI = /[cdeghkmnrt]li$/;
const SHORT_SYLLABLE_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|^past)$/;
/** Longer words are no words: slugs run together, keys, encoded text. */
const MAX_LENGTH = 40;

const EXCEPTIONS: Readonly<Record<string, string>> = {
  skis: "ski",
  skies: "sky",
  idly: "idl",
  gently: "gentl",
  ugly: "ugli",
  early: "earli",
  only: "onli",
  singly: "singl",
  sky: "sky",
  news: "news",
  howe: "howe",
  atlas: "atlas",
  cosmos: "cosmos",
  bias: "bias",
  andes: "andes",
};
const UNCHANGED_AFTER_1A = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

const STEP_2: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/;

/** Where the regions R1 and R2 begin: after the first consonant that follows a vowel, and after the next such one. */
function regions(word: string): [number, number] {
  const after = (from: number): number => {
    for (let index = from + 1; index < word.length; index += 1)
      if (!"aeiouy".includes(word[index] ?? "") && "aeiouy".includes(word[index - 1] ?? "")) return index + 1;
    return word.length;
  };
  const prefix = /^(gener|commun|arsen)/.exec(word)?.[0].length;
  const r1 = prefix ?? after(0);
  return [r1, after(r1)];
}

const isShort = (word: string, r1: number): boolean => r1 >= word.length && SHORT_SYLLABLE_END.test(word);

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/(ied|ies)$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/(us|ss)$/.test(word)) return word;
  if (word.endsWith("s") && new RegExp(`${VOWEL}.+s$`).test(word)) return word.slice(0, -1);
  return word;
}

function step1b(word: string, r1: number): string {
  const eed = /(eedly|eed)$/.exec(word)?.[0];
  if (eed) return word.length - eed.length >= r1 ? `${word.slice(0, -eed.length)}ee` : word;
  const ending = /(ingly|edly|ing|ed)$/.exec(word)?.[0];
  if (!ending) return word;
  const stem = word.slice(0, -ending.length);
  if (!/[aeiouy]/.test(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLES.test(stem)) return stem.slice(0, -1);
  return isShort(stem, r1) ? `${stem}e` : stem;
}

function step2(word: string, r1: number): string {
  const rule = STEP_2.find(([ending]) => word.endsWith(ending));
  if (!rule || word.length - rule[0].length < r1) return word;
  if (rule[0] === "ogi" && !word.endsWith("logi")) return word;
  if (rule[0] === "li" && !VALID_LI.test(word)) return word;
  return word.slice(0, -rule[0].length) + rule[1];
}

function step3(word: string, r1: number, r2: number): string {
  const rule = STEP_3.find(([ending]) => word.endsWith(ending));
  if (!rule) return word;
  const stemLength = word.length - rule[0].length;
  return stemLength < (rule[0] === "ative" ? r2 : r1) ? word : word.slice(0, stemLength) + rule[1];
}

function step4(word: string, r2: number): string {
  const ending = STEP_4.exec(word)?.[0];
  if (!ending || word.length - ending.length < r2) return word;
  if (ending === "ion" && !/[st]ion$/.test(word)) return word;
  return word.slice(0, -ending.length);
}

function step5(word: string, r1: number, r2: number): string {
  const lastIndex = word.length - 1;
  if (word.endsWith("e") && (lastIndex >= r2 || (lastIndex >= r1 && !SHORT_SYLLABLE_END.test(word.slice(0, -1)))))
    return word.slice(0, -1);
  return word.endsWith("ll") && lastIndex >= r2 ? word.slice(0, -1) : word;
}

/** The stem of a word in small letters; short words and words of other alphabets stay as they are. */
export function stem(input: string): string {
  if (input.length <= 2 || input.length > MAX_LENGTH || !/^[a-z']+$/.test(input)) return input;
  let word = input.replace(/^'/, "").replace(/'(s'?)?$/, "");
  const exception = Object.hasOwn(EXCEPTIONS, word) ? EXCEPTIONS[word] : undefined;
  if (exception !== undefined) return exception;
  word = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const [r1, r2] = regions(word);
  word = step1a(word);
  if (UNCHANGED_AFTER_1A.has(word)) return word;
  word = step1b(word, r1);
  word = word.replace(/(.[^aeiouy])[yY]$/, "$1i");
  word = step5(step4(step3(step2(word, r1), r1, r2), r2), r1, r2);
  return word.toLowerCase();
}
