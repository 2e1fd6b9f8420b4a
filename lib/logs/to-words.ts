/** The search words of executions, made in the same way for rows and for searches. Pure. */
import { cutText } from "@/lib/kernel/text/storable";

const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORDS = 64;
const MAX_SEARCHED_WORDS = 12;
/** Longer words are cut, in rows and in searches. */
const LONGEST = 64;
/** The number of characters read of one text: errors and paths can be long. */
const READ = 300;

const cut = (text: string): string[] =>
  (text.slice(0, READ).toLowerCase().match(WORD) ?? []).map((word) => cutText(word, LONGEST));

/**
 * Each word in the index has a suffix of its project, so that a word which is frequent in one project does not slow
 * down the search of another. The suffix is the end of the project's random id; the project's column still decides.
 */
const tagOf = (projectId: string): string => projectId.slice(-5).replace(/[^A-Za-z0-9]/g, "_");

/** The distinct words of a project's row, at most 64; letters and digits alone, in lower case. */
export function toWords(projectId: string, texts: readonly (string | null)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    for (const word of cut(text)) if (words.size < MAX_WORDS) words.add(word);
  }
  const tag = tagOf(projectId);
  return Array.from(words, (word) => `${tag}:${word}`);
}

/**
 * The search as PostgreSQL's tsquery: all words of the text, where each can be the beginning of a word. Undefined if
 * the text has no word.
 */
export function toWordQuery(projectId: string, text: string): string | undefined {
  const words = [...new Set(cut(text))].slice(0, MAX_SEARCHED_WORDS);
  if (words.length === 0) return undefined;
  return words.map((word) => `'${tagOf(projectId)}:${word}':*`).join(" & ");
}

/** The path of a stored request's URL, without host and query; undefined without a URL. */
export function toPath(request: unknown): string | undefined {
  const url = (request as { http?: { url?: unknown } } | null | undefined)?.http?.url;
  if (typeof url !== "string") return undefined;
  const host = url.indexOf("://");
  const from = host < 0 ? 0 : url.indexOf("/", host + 3);
  return from < 0 ? undefined : url.slice(from).split(/[?#]/, 1)[0];
}
