// How easy the guides are to read: the formula of Flesch (1948), from 100 (very easy) to 0; 60 is plain English.
// `npm run docs:readability` prints every guide.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../paths.mjs";

/** Sentences and entries of lists, without front matter, code, tables, headings and addresses. */
const toProse = (markdown) =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/^(?:\||#).*$/gm, "")
    .replaceAll(/`[^`]*`/g, "it")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_>]/g, "");

/** Groups of vowels, without a silent end. */
function countSyllables(word) {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (letters.length <= 3) return 1;
  const sounded = letters.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "").replace(/^y/, "");
  return sounded.match(/[aeiouy]{1,2}/g)?.length ?? 1;
}

/**
 * @param {string} markdown
 * @returns {{ words: number, ease: number }}
 */
export function measureText(markdown) {
  const lines = toProse(markdown)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, ""));
  const sentences = lines
    .flatMap((line) => line.split(/(?<=[.!?:;])\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)))
    .filter((words) => words.length > 0);
  const words = sentences.flat();
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  const ease = 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length);
  return { words: words.length, ease: Math.round(ease) };
}

/** The guides of `docs/`, hardest first. Decision records are for those who change the code. */
export const measureGuides = () =>
  readdirSync(inRoot("docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.startsWith("decisions"))
    .map((file) => ({ file, ...measureText(readFileSync(inRoot("docs", file), "utf8")) }))
    .sort((left, right) => left.ease - right.ease);

/** @param {number[]} values */
export const medianOf = (values) => values.toSorted((left, right) => left - right)[values.length >> 1];

if (import.meta.url === pathToFileURL(path.resolve(process.argv[1] ?? "")).href) {
  const guides = measureGuides();
  for (const { file, words, ease } of guides)
    console.log(`${String(ease).padStart(4)} ${String(words).padStart(6)}  ${file}`);
  const medians = [guides.map(({ ease }) => ease), guides.map(({ words }) => words)].map(medianOf);
  console.log(`\n${guides.length} guides; median ease ${medians[0]}, median ${medians[1]} words`);
}
