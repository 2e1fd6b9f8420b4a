/** Text cut into words, the same way for tools and for requests. */
import { stem } from "./stem";

/** Forms that no rule leads to their verb or noun. */
const IRREGULAR: Readonly<Record<string, string>> = {
  sent: "send",
  wrote: "write",
  written: "write",
  made: "make",
  found: "find",
  paid: "pay",
  met: "meet",
  told: "tell",
  gave: "give",
  given: "give",
  took: "take",
  taken: "take",
  got: "get",
  began: "begin",
  bought: "buy",
  sold: "sell",
  spent: "spend",
  held: "hold",
  kept: "keep",
  drew: "draw",
  children: "child",
  men: "man",
  indices: "index",
  criteria: "criterion",
  replies: "reply",
};

/** Words that do not help to find a tool. */
const EMPTY = new Set(
  `a about after again all also am an and any anyone anything are as at be because been before being between both but by
  can cannot could did do does doing down during each ever every everything few for from further had has have having he
  her here hers him his how i if in into is it its itself just kindly let like lot many maybe me more most much must my
  myself need needed needs no nor now of off okay on once one only onto or other our ours out over own per please quickly
  same she should so some somebody someone something soon such than that the their theirs them then there these they thing
  things this those through to too under until up upon us use using very via want wanted wants was we were what when where
  whether which while whom whose why will with within without would yes yet you your yours hey hi hello thanks thank
  gonna gotta wanna able right really already still currently actually exactly specific certain given across based
  various provided tell me im ive id ill dont doesnt didnt isnt arent cant couldnt wont lets thats whats whos theres
  s t re ve ll d m`.split(/\s+/),
);

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const CJK_RUN = /[\u3040-\u30ff\u3400-\u9fff]+/g;
const SPLIT = /[^\p{L}\p{N}']+/u;

/** Names as programmers write them, in words: `pullRequest_id` is `pull Request id`. */
export const unjoined = (name: string): string =>
  name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");

/**
 * The words of a text in lower case, as written. Chinese and Japanese, which have no spaces, are cut into pairs of
 * characters.
 */
export function plainWords(text: string): string[] {
  const words: string[] = [];
  for (const part of text.normalize("NFKC").toLowerCase().replace(CJK_RUN, " $& ").split(SPLIT)) {
    const word = part.replace(/^'+|'+$/g, "").replace(/'s$/, "");
    if (word === "") continue;
    if (CJK.test(word))
      for (let index = 0; index < Math.max(1, word.length - 1); index += 1) words.push(word.slice(index, index + 2));
    else words.push(word.replace(/'/g, ""));
  }
  return words;
}

export const isEmptyWord = (word: string): boolean => EMPTY.has(word);

/** Whether a word can be a verb in the imperative: "send", not "sent", "sends" or "sending". */
export const isBaseForm = (word: string): boolean => !Object.hasOwn(IRREGULAR, word) && !/(ed|ing)$/.test(word);

/** What a word counts as: its stem. */
export const termOf = (word: string): string => stem((Object.hasOwn(IRREGULAR, word) && IRREGULAR[word]) || word);
