/** Toolkits named in a request: by name, slug or nickname, in one word or several. */
import type { SearchIndex } from "./search-index";
import { distance } from "./near-words";
import { isEmptyWord, plainWords, termOf } from "./plain-words";

/** `isPart`: one word of a name of several words, which never proves that the app is meant. */
type Name = { words: readonly string[]; toolkits: number[]; isPlainWord: boolean; isPart?: true };
/** By first word, longest first. */
export type ToolkitNames = ReadonlyMap<string, readonly Name[]>;

export type Mention = { toolkits: readonly number[]; at: number; length: number; isSure: boolean };

/** A name that this many tools of other toolkits have as a word is a plain word, too: "front", "close", "linear". */
const PLAIN_WORD_TOOLS = 25;
const MAX_SPELLING = 24;
/**
 * A part of a name points to its app if at most this many tools of other toolkits have it: the "hacker" of Hacker News.
 */
const STRANGERS_OF_PART = 5;
const MIN_PART = 4;
/** Before a name that is also a plain word, these show that the app is meant. */
const BEFORE_AN_APP = new Set(["in", "to", "from", "via", "with", "using", "into", "my", "our", "through", "at"]);
const AFTER_AN_APP = new Set(["account", "app", "workspace", "com", "api", "integration", "toolkit"]);

/** How many tools of other toolkits have this word. */
function strangersWith(index: SearchIndex, terms: ReadonlyMap<string, number>, word: string, toolkit: number): number {
  const term = terms.get(termOf(word));
  if (term === undefined) return 0;
  let count = 0;
  for (
    let postingIndex = index.postingStarts[term] ?? 0;
    postingIndex < (index.postingStarts[term + 1] ?? 0);
    postingIndex += 1
  )
    if (index.toolkitOf[index.postingTools[postingIndex] ?? 0] !== toolkit) count += 1;
  return count;
}

/** Words from names of several words that hardly any other toolkit has: typing such a word can mean the app. */
function addParts(names: Map<string, Name>, index: SearchIndex, terms: ReadonlyMap<string, number>): void {
  const owners = new Map<string, number | null>();
  for (const { words, toolkits } of [...names.values()])
    for (const word of words.length > 1 ? words : []) {
      const [owner = null] = toolkits.length === 1 ? toolkits : [];
      if (word.length < MIN_PART || isEmptyWord(word) || names.has(word)) continue;
      owners.set(word, !owners.has(word) || owners.get(word) === owner ? owner : null);
    }
  for (const [word, owner] of owners)
    if (owner !== null && strangersWith(index, terms, word, owner) <= STRANGERS_OF_PART)
      names.set(word, { words: [word], toolkits: [owner], isPlainWord: true, isPart: true });
}

/** All names of an index's toolkits. */
export function toolkitNames(index: SearchIndex, terms: ReadonlyMap<string, number>): ToolkitNames {
  const names = new Map<string, Name>();
  const add = (text: string, toolkit: number, isPlainWord?: boolean): void => {
    const words = plainWords(text);
    const key = words.join(" ");
    if (key === "") return;
    const there = names.get(key);
    const plain = isPlainWord ?? (words.length === 1 && strangersWith(index, terms, key, toolkit) >= PLAIN_WORD_TOOLS);
    if (!there) names.set(key, { words, toolkits: [toolkit], isPlainWord: plain });
    else if (!there.toolkits.includes(toolkit)) there.toolkits.push(toolkit);
  };
  index.toolkits.forEach(({ slug, name, nicknames }, toolkit) => {
    // Nicknames first: their marks of plain words count, even if the word is the toolkit's own name.
    for (const text of nicknames) add(text.replace(/^~/, ""), toolkit, text.startsWith("~"));
    for (const text of [name, slug.replaceAll("_", " "), slug.replaceAll("_", "")]) add(text, toolkit);
  });
  addParts(names, index, terms);
  const byFirst = new Map<string, Name[]>();
  for (const name of names.values()) {
    const list = byFirst.get(name.words[0] ?? "") ?? [];
    byFirst.set(
      name.words[0] ?? "",
      [...list, name].sort((a, b) => b.words.length - a.words.length),
    );
  }
  return byFirst;
}

/** Shorter names are too near to other words. */
const MIN_SPELLING = 5;

/** The name of one word that a word nobody knows is one change away from. */
function misspelled(names: ToolkitNames, word: string): Name | undefined {
  if (word.length < MIN_SPELLING || word.length > MAX_SPELLING) return undefined;
  for (const [first, list] of names) {
    if (first[0] !== word[0] || first.length < MIN_SPELLING || Math.abs(first.length - word.length) > 1) continue;
    const name = list.find(({ words, isPlainWord }) => words.length === 1 && !isPlainWord);
    if (name && distance(first, word) === 1) return name;
  }
  return undefined;
}

/**
 * The toolkits that a request names, in its order.
 * @param isKnown whether a word occurs in any tool
 * @param words in small letters
 * @param isCapital whether the word at this place begins with a capital letter inside a sentence
 */
export function findMentions(
  names: ToolkitNames,
  words: readonly string[],
  isCapital: (index: number) => boolean,
  isKnown: (word: string) => boolean = () => true,
): Mention[] {
  const mentions: Mention[] = [];
  for (let index = 0; index < words.length; ) {
    const fitting = names
      .get(words[index] ?? "")
      ?.find((name) => name.words.every((word, offset) => words[index + offset] === word));
    const match = fitting ?? (isKnown(words[index] ?? "") ? undefined : misspelled(names, words[index] ?? ""));
    if (!match) {
      index += 1;
      continue;
    }
    const { length } = match.words;
    const isMeant =
      isCapital(index) || BEFORE_AN_APP.has(words[index - 1] ?? "") || AFTER_AN_APP.has(words[index + length] ?? "");
    mentions.push({
      toolkits: match.toolkits,
      at: index,
      length,
      isSure: !match.isPlainWord || (isMeant && !match.isPart),
    });
    index += length;
  }
  return mentions;
}
