/** Suggestions of a filter: what was seen lately, what the server found, and what was typed. Pure. */
import type { Option } from "@/components/parts/forms/combobox";

const MOST = 8;

type Suggested = {
  typed: string;
  /** Seen in the rows on the screen, the latest first. */
  recent: readonly Option[];
  /** Found by the server. */
  found: readonly Option[];
  /** What the filter makes of the typed text. A filter that takes a part offers it first, one that compares exactly last. */
  asTyped: { takesParts: boolean; toValue: (text: string) => string };
};

const has = ({ value, label, detail = "" }: Option, words: string): boolean =>
  `${value} ${label} ${detail}`.toLowerCase().includes(words);

/**
 * What the server found is of its own order, and fits by its own judgment. It knows more of a thing than a row does, so
 * its words are taken where both have it.
 */
export function toOptions({ typed, recent, found, asTyped }: Suggested): Option[] {
  const text = typed.trim();
  const words = text.toLowerCase();
  const seen = recent
    .filter((option) => has(option, words))
    .map((option) => found.find(({ value }) => value === option.value) ?? option);
  const all = [...new Map([...seen, ...found].map((option) => [option.value, option])).values()].slice(0, MOST);
  if (text === "") return all;
  const value = asTyped.toValue(text);
  if (all.some((option) => option.value === value) && !asTyped.takesParts) {
    // Somebody who typed all of it means it.
    return [...all.filter((option) => option.value === value), ...all.filter((option) => option.value !== value)];
  }
  if (!asTyped.takesParts) return [...all, { value, label: `Exactly “${text}”` }];
  return [{ value: text, label: `Contains “${text}”` }, ...all.filter((option) => option.value !== text)];
}

/** Each value once, the first first, without empty ones. */
export const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => typeof value === "string" && value !== "") as string[]),
];
