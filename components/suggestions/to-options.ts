/** Suggestions of a filter: recent values, the server's results, and the typed text. Pure. */
import type { Option } from "@/components/parts/forms/combobox";

const MOST = 8;

type Suggested = {
  typed: string;
  /** Values in the rows on the screen, the latest first. */
  recent: readonly Option[];
  /** Found by the server. */
  found: readonly Option[];
  /**
   * How the filter uses the typed text. A filter that accepts a part offers the text first; a filter that compares
   * exactly offers it last.
   */
  asTyped: { takesParts: boolean; toValue: (text: string) => string };
};

const has = ({ value, label, detail = "" }: Option, words: string): boolean =>
  `${value} ${label} ${detail}`.toLowerCase().includes(words);

/**
 * The server's results keep their order and need no further match. The server knows more than a row does, so its option
 * replaces the row's option with the same value.
 */
export function toOptions({ typed, recent, found: foundOptions, asTyped }: Suggested): Option[] {
  const text = typed.trim();
  const words = text.toLowerCase();
  const recentOptions = recent
    .filter((option) => has(option, words))
    .map((option) => foundOptions.find(({ value }) => value === option.value) ?? option);
  const all = [...new Map([...recentOptions, ...foundOptions].map((option) => [option.value, option])).values()].slice(
    0,
    MOST,
  );
  if (text === "") return all;
  const value = asTyped.toValue(text);
  if (all.some((option) => option.value === value) && !asTyped.takesParts) {
    // A user who typed the full value means it.
    return [...all.filter((option) => option.value === value), ...all.filter((option) => option.value !== value)];
  }
  if (!asTyped.takesParts) return [...all, { value, label: `Exactly “${text}”` }];
  return [{ value: text, label: `Contains “${text}”` }, ...all.filter((option) => option.value !== text)];
}

/** Each value once, in the order of first occurrence, without empty values. */
export const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => typeof value === "string" && value !== "") as string[]),
];
