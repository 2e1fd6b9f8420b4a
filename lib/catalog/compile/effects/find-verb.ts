/** The verb in a name, a path or the beginning of a sentence. Pure. */
import type { ToolRequest } from "../../tool-request";
import { EDGE, LOOSE, SURE, graver, lookUp, sureOf, words, type Effect } from "./effects";

/** A higher `weight` is better evidence; 3 is a plain command. */
export type Verb = {
  effect: Effect;
  verb: string;
  weight: number;
  /** The verb is the first word. */
  leads: boolean;
  /** An article after it shows that the word is a verb. */
  isCommand: boolean;
  /** The words behind it. */
  object: readonly string[];
};

/** The verbs of each text about a tool. `opening` is the description's; `told` is the same if it can decide. */
export type Evidence = Record<"slug" | "name" | "path" | "told" | "opening", Verb | undefined>;

export type HttpMethod = ToolRequest["method"];

/** Words before the verb that describe how or where, not what. */
const BEFORE_VERB = words(
  `a an the to bulk batch mass multi many permanently partially partial async asynchronously force forcibly soft hard
  instantly immediately manually automatically api deprecated beta admin action function please legacy sandbox
  experimental then`,
);
const ARTICLES = words("a an the of");
const AFTER_VERB = words("a an the all if whether one multiple several many each this that your my current");
/** Words that begin a condition or an object. */
const BOUNDARY = words("to for of by with from in on at after before as via if whether that which when who using");
/** Verbs that decide as the last word of a name such as `SEND_AS_DELETE`. */
const BASIC = words("get list create insert add update patch delete remove search retrieve");
/** After a noun, each of these words is the action on it: `UPLOAD_COMPLETE`, `RECORD_STOP`. */
const STATES = words("start stop complete finish cancel close");
/** Verbs of reading that are also nouns. */
const THINGS = words("list search preview query estimate count poll show");

/** `phoneNumbers.listAll`, `un-assign` and `log out` as plain words. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/['’]s?\b/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(un|re|de) (?=[a-z]{3})/g, "$1")
    .replace(/\b(log|sign) (in|out)\b/g, "$1$2")
    .replace(/(?<=[a-z] )auto (?=[a-z])/g, "auto")
    .replace(/\b(hang|clean) up\b/g, "$1up")
    .replace(/\bcheck into\b/g, "check in")
    .replace(/\b(check) in\b|\b(power) off\b|\b(shut) down\b/g, (both) => both.replace(" ", ""))
    .trim()
    .split(" ")
    .filter(Boolean);
}

/** Where the object of a verb ends, or begins after a preposition; -1 for nowhere. */
export const boundaryOf = (object: readonly string[]): number => object.findIndex((word) => BOUNDARY.has(word));

/** `deletes`, `searches`, `copies` and `stopping` as the verb itself. */
function stemsOf(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  if (word.endsWith("es")) return [word.slice(0, -1), word.slice(0, -2)];
  if (word.endsWith("s")) return [word.slice(0, -1)];
  if (word.endsWith("ing")) return [word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4)];
  return [];
}

/** `deletes` as `delete`, in a sentence `sends` as `send`; `updates` are more often things. */
const plainOf = (word: string, isSentence = false): string =>
  (word.endsWith("s") &&
    word !== "updates" &&
    stemsOf(word).find((stem) => SURE.has(stem) || (isSentence && EDGE.has(stem)))) ||
  word;

const nounOf = (word: string): Effect | undefined => EDGE.get(word) ?? LOOSE.get(word);
const isSure = (word: string): boolean => sureOf(word) !== undefined;

type Parsed = {
  first: string;
  next: string;
  /** All behind the first word, and the part of it before the first preposition. */
  rest: readonly string[];
  near: readonly string[];
  last: string;
  isCommand: boolean;
  isSentence: boolean;
};

function parse(all: readonly string[], method: string, isSentence: boolean): Parsed {
  const isBefore = (word = ""): boolean =>
    BEFORE_VERB.has(word) || (word === method && /^(post|put|patch)$/.test(method)) || /^v\d+$/.test(word);
  let index = 0;
  while (index < all.length - 1 && isBefore(all[index])) index++;
  const [firstWord = "", next = ""] = all.slice(index);
  const rest = all.slice(index + 1);
  const end = boundaryOf(rest);
  const near = end === -1 ? rest : rest.slice(0, end);
  return {
    first: plainOf(firstWord, isSentence),
    next,
    rest,
    near,
    last: rest.at(-1) ?? "",
    isCommand: AFTER_VERB.has(next),
    isSentence,
  };
}

/** The further verbs of "create or update" and of `CREATE_MODIFY_DELETE_...`. */
function moreVerbs({ first, next, rest }: Parsed): readonly string[] {
  if (next === "or" || next === "and")
    return rest.slice(1, 2).map((word) => (word === "updates" ? "update" : plainOf(word)));
  if (first === "add" && rest.length > 1)
    return /^(remove|delete|update)$/.test(next) ? [next.replace("delete", "remove")] : [];
  if (first !== "create") return [];
  const end = rest.findIndex((word) => !isSure(word));
  return end === -1 ? rest.slice(0, -1) : rest.slice(0, end);
}

function lead(parsed: Parsed, verb: string, effect: Effect | undefined, weight: number): Verb | undefined {
  if (!effect) return undefined;
  const { rest, isCommand } = parsed;
  const more = moreVerbs(parsed);
  const isMembership = [verb, ...more].sort().join(" ") === "add remove";
  return {
    verb,
    weight,
    leads: true,
    isCommand,
    object: rest,
    effect: isMembership ? "update" : more.reduce<Effect>((all, word) => graver(all, lookUp(word)), effect),
  };
}

function later({ rest }: Parsed, verb: string | undefined, weight: number): Verb | undefined {
  const effect = lookUp(verb);
  return verb && effect
    ? { verb, effect, weight, leads: false, isCommand: false, object: rest.slice(rest.lastIndexOf(verb) + 1) }
    : undefined;
}

/** Whether a word inside a name is its verb: a list may be archived, and an update may be sent. */
function isTold(word: string, { first, near }: Parsed): boolean {
  if (word === "update") return !/^(send|post|publish|check|request|is|can|has)$/.test(first);
  if (!/^(list|search|add)$/.test(word)) return true;
  if (word !== near.at(-1)) return false;
  const others = near.slice(0, -1);
  return word === "add" || !(isSure(first) || (nounOf(first) ?? "read") !== "read" || others.some(isSure));
}

/** Ways to find the verb, best first; the first that finds a verb counts. */
const RULES: readonly ((parsed: Parsed) => Verb | undefined)[] = [
  // INSPECT_TEMPLATES_CREATE: the usual verbs at the end of a name, or inside a name that begins with a noun.
  (parsed) => {
    const { first, near, isCommand } = parsed;
    if (isCommand || BASIC.has(first)) return undefined;
    const places = isSure(first) ? near.slice(-1) : near;
    const verb = places.findLast((word) => BASIC.has(word) && isTold(word, parsed));
    return later(parsed, verb, 2.5);
  },
  (parsed) => lead(parsed, parsed.first, sureOf(parsed.first), 3),
  (parsed) => (parsed.isCommand ? lead(parsed, parsed.first, EDGE.get(parsed.first), 3) : undefined),
  (parsed) => (parsed.isCommand ? lead(parsed, parsed.first, LOOSE.get(parsed.first), 2.55) : undefined),
  // UPLOAD_COMPLETE, POLL_EXPIRE
  (parsed) => {
    const { first, last, rest, near } = parsed;
    if (!EDGE.has(first) || rest.length !== near.length) return undefined;
    const isDone = STATES.has(last) || (THINGS.has(first) && (EDGE.get(last) ?? "read") !== "read");
    return isDone ? later(parsed, last, 2.5) : undefined;
  },
  // RESTORE_PLANS_... and RECORD_PAUSE begin with a noun, SEND_MESSAGES with a verb.
  (parsed) => {
    const verb = parsed.near.find(isSure);
    const isNoun = parsed.next.endsWith("s") || verb === parsed.last;
    return EDGE.has(parsed.first) && !isNoun ? undefined : later(parsed, verb, 2.5);
  },
  (parsed) => {
    const { first, next, rest, near, last } = parsed;
    const isPlain = rest.length > near.length || !(next.endsWith("s") && rest.some((word) => EDGE.has(word)));
    return isPlain || !EDGE.has(last) ? lead(parsed, first, EDGE.get(first), isPlain ? 2.6 : 2.4) : undefined;
  },
  // "Sends the user a mail", STOPPING_A_JOB
  (parsed) => {
    const { first, isCommand, isSentence } = parsed;
    const effectOf = (stem: string): Effect | undefined =>
      SURE.get(stem) ??
      (isCommand || isSentence ? EDGE.get(stem) : undefined) ??
      (isCommand ? LOOSE.get(stem) : undefined);
    // A finding and a setting are things.
    if (first.endsWith("ing") && !isCommand) return undefined;
    const stem = stemsOf(first).find((form) => effectOf(form) !== undefined);
    return stem ? lead(parsed, stem, effectOf(stem), isCommand ? 3 : 2) : undefined;
  },
  (parsed) => (EDGE.has(parsed.last) && isWhole(parsed) ? later(parsed, parsed.last, 2) : undefined),
  (parsed) => lead(parsed, parsed.first, nounOf(parsed.first), 1),
  (parsed) => (LOOSE.has(parsed.last) && isWhole(parsed) ? later(parsed, parsed.last, 1) : undefined),
];

const isWhole = ({ rest, near }: Parsed): boolean => rest.length === near.length;

/** The verb that these words hold. `method` is left out where a name begins with it (`POST_USERS`). */
export function findVerb(
  all: readonly string[],
  method: string,
  isSentence = all.some((word) => ARTICLES.has(word)),
): Verb | undefined {
  const parsed = parse(all, method, isSentence);
  for (const rule of RULES) {
    const verb = rule(parsed);
    if (verb) return verb;
  }
  return undefined;
}
