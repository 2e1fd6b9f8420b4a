/** Ranks toolkits for what somebody types or asks: by name as far as it is typed, by what its tools do, by category. */
import { findTools } from "./find-tools";
import { distance } from "./near-words";
import type { OpenIndex } from "./open-index";
import { MAX_REQUEST_LENGTH } from "./read-request";
import { NO_TEXTS, plainName } from "./toolkit-texts";
import { isEmptyWord, plainWords, termOf } from "./plain-words";

export type ToolkitHit = { slug: string; score: number };

/** Whatever fits by name comes before what fits by meaning, and a whole name before all parts of names. */
const NAME = { exact: 100, begins: 30, word: 25, misspelled: 15 };
const CATEGORY = 6;
const DESCRIPTION = 2;
const BY_TOOLS = 10;
/** A part of a name usually means a popular toolkit: "mail" is more likely Gmail than Mailer. */
const POPULARITY = 1;
const HITS = 150;
/** Names are compared by spelling from this length on, and no longer texts than this. */
const MIN_SPELLING = 4;
const MAX_SPELLING = 24;
/** Of what the tools of the best toolkit score, those of another must have this share. */
const LEAST_SHARE = 0.35;

function nameScore(names: readonly string[], typed: string): number {
  const begins = (name: string): boolean => name.startsWith(typed) || name.replaceAll(" ", "").startsWith(typed);
  if (names.includes(typed)) return NAME.exact;
  if (names.some(begins)) return NAME.begins;
  if (names.some((name) => name.includes(` ${typed}`) || (typed.length > 2 && name.includes(typed)))) return NAME.word;
  const isMisspelled = (name: string): boolean =>
    Math.abs(name.length - typed.length) < 3 &&
    name[0] === typed[0] &&
    distance(name.slice(0, MAX_SPELLING), typed) <= (typed.length >= 8 ? 2 : 1);
  return typed.length >= MIN_SPELLING && typed.length <= MAX_SPELLING && names.some(isMisspelled) ? NAME.misspelled : 0;
}

/** The best score of each toolkit's tools, from 0 to 1. */
function byTools(open: OpenIndex, text: string): ReadonlyMap<string, number> {
  const { hits } = findTools(open, text, { limit: HITS });
  const most = hits[0]?.score ?? 0;
  const shares = new Map<string, number>();
  for (const { toolkit, score } of hits)
    if (!shares.has(toolkit) && score >= most * LEAST_SHARE) shares.set(toolkit, score / most);
  return shares;
}

/** The toolkits that fit, the best first. */
export function findToolkits(open: OpenIndex, request: string): ToolkitHit[] {
  const text = request.slice(0, MAX_REQUEST_LENGTH);
  const typed = plainName(text);
  if (typed === "") return [];
  const terms = new Set(
    plainWords(text)
      .filter((word) => !isEmptyWord(word))
      .map(termOf),
  );
  const shares = byTools(open, text);
  return open.index.toolkits
    .map(({ slug, popularity }, index) => {
      const { names, categories, description } = open.toolkitTexts[index] ?? NO_TEXTS;
      const score =
        nameScore(names, typed) +
        ([...terms].some((term) => categories.has(term)) ? CATEGORY : 0) +
        BY_TOOLS * (shares.get(slug) ?? 0) +
        (typed.length > 2 && description.includes(typed) ? DESCRIPTION : 0);
      return { slug, score: score * (1 + POPULARITY * popularity) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1));
}
