/**
 * Composes the first sentence of a description: the tool's name as a sentence, or one made of method and path. Pure.
 */
import { EDGE, SURE, words as wordSet } from "../effects/effects";
import type { ToolFacts } from "./argument";
import { capital, isPlural, spoken, withArticle, wordsIn } from "./word-forms";

/** Verbs that are hardly ever nouns at the beginning of a name. */
const COMMON = wordSet(
  `list search send check download upload show start stop run set change edit move copy archive export import lookup verify test
  submit invite publish sync refresh reset attach connect apply mark follow share accept read replace restore transfer merge
  validate close open complete confirm convert accept decline join save count filter`,
);
const HTTP_VERB = "list|create|read|retrieve|update|delete|destroy|get|insert|patch|replace|post|put";
/** Verbs at the end of generated names. */
const VERB_LAST = new RegExp(
  `(?:^| )(?:(?:partial |bulk )?(?:${HTTP_VERB})(?: (?:instance|entity|collection|item))?|` +
    "query(?: item)?|get to (?:one|many) (?:related|relationships?))$",
);
/** Words that appear only in sentences, not in names. */
const IN_SENTENCES = /\b(?:an?|the|of|for|by|on|with|from|in|using)\b/i;
const DETERMINER = new RegExp(
  "^(?:a|an|the|all|any|each|every|one|two|my|your|its|this|that|these|those|current|some|multiple|many|several|own|" +
    "which|whether|if|how|what|when|who|for|to|of|by|in|on|from|with|or|and|up|out)$",
  "i",
);
const BOUNDARY = new RegExp(
  "^(?:to|for|of|by|with|from|in|on|at|after|before|as|via|if|whether|that|which|when|who|using|associated|" +
    "and|or|given|based|between|into|within|per|inside|under|about|without)$",
  "i",
);

const isCommand = (word: string): boolean => SURE.has(word) || COMMON.has(word);
const isPlainWord = (word: string): boolean => /^[a-z][a-z-]*$/.test(word);

/** "Get account member" as "Get an account member". */
function sentence(name: string, brand: string): string | undefined {
  const [firstWord = "", ...rest] = name.split(/\s+/);
  const verb = firstWord.toLowerCase();
  if (!isCommand(verb) || rest.length === 0 || /^of$/i.test(rest[0] ?? "")) return undefined;
  // Names in Capitals Like This are plain words; others keep what they write large.
  const isTitle =
    rest.every((word) => /^(?:[A-Z][a-z]+|[A-Z0-9]+s?|[a-z]{1,4}|[^A-Za-z].*)$/.test(word)) &&
    rest.some((word) => /^[A-Z][a-z]+$/.test(word));
  const all = rest.map((word) =>
    isTitle && /^[A-Z][a-z]+s?$/.test(word) && word.toLowerCase() !== brand ? word.toLowerCase() : word,
  );
  const isTwo = /^(?:or|and)$/i.test(all[0] ?? "") && isCommand((all[1] ?? "").toLowerCase());
  const words = isTwo ? all.slice(2) : all;
  const end = words.findIndex((word) => BOUNDARY.test(word));
  const object = end === -1 ? words : words.slice(0, end);
  const head = object.at(-1) ?? "";
  const isSingle =
    !/^(?:list|search|count|filter|find)$/.test(verb) &&
    object.length > 0 &&
    object.length <= 4 &&
    object.every(isPlainWord) &&
    !DETERMINER.test(object[0] ?? "") &&
    !/(?:ing|ed|ly)$/.test(head) &&
    !isPlural(head);
  const phrase = isSingle ? [withArticle(object), ...words.slice(object.length)] : words;
  const verbs = [verb, ...(isTwo ? all.slice(0, 2).map((word) => word.toLowerCase()) : [])];
  return capital([...verbs, ...phrase].join(" "));
}

/** A sentence from method and path, if the name is no sentence. */
function fromPath(facts: ToolFacts): string | undefined {
  const { method, object, plural, container, isList, isItem, isCollection, tool } = facts;
  if (object.length === 0 || !(isItem || isCollection)) return undefined;
  const of = container.length > 0 && container.join(" ") !== object.join(" ") ? ` of ${withArticle(container)}` : "";
  const isPost = method === "POST" && isCollection && tool.tags.includes("createHint");
  if (method === "GET") return isList ? `List ${spoken(plural)}${of}` : `Get ${withArticle(object)}${of}`;
  if (isPost) return `Create ${withArticle(object)}${of}`;
  if (method === "POST" || method === "HEAD") return undefined;
  const thing = isItem ? withArticle(object) : spoken(plural.length > 0 ? plural : object);
  const verb = { PUT: "Update", PATCH: "Change some values of", DELETE: "Delete" }[method];
  return `${verb} ${thing}${of}`;
}

const readable = (name: string): string =>
  name
    .replace(/\b(?:the )?navigation property (?=\w)/i, "the ")
    .replace(/(?<=\s)[a-z]{3,}[A-Z]\w*/g, (word) => spoken(wordsIn(word)));

export function composeLead(name: string, facts: ToolFacts): string {
  const split = /\s/.test(name) ? readable(name) : spoken(wordsIn(name));
  const words = wordsIn(name);
  const [first = ""] = words;
  const startsWithVerb = isCommand(first);
  if (!startsWithVerb && VERB_LAST.test(words.join(" ")) && !IN_SENTENCES.test(split))
    return fromPath(facts) ?? capital(split);
  const isBare = words.length === 1 || / \(/.test(name);
  if (isBare && (startsWithVerb || EDGE.has(first))) return fromPath(facts) ?? capital(split);
  const [brand = ""] = facts.tool.slug.toLowerCase().split("_", 1);
  return sentence(split, brand) ?? capital(split);
}
