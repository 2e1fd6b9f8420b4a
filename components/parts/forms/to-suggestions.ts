/** The suggestions of a field that accepts any text. Pure. */
import type { Option } from "./suggestion-list";

/** A longer list is narrowed by typing. */
const MOST = 50;

/** The texts that contain the typed words: those that begin with them first. */
export function toSuggestions(texts: readonly string[], typed: string): Option[] {
  const words = typed.trim().toLowerCase();
  const fitting = [...new Set(texts)].filter((text) => text !== "" && text.toLowerCase().includes(words));
  const begins = (text: string) => text.toLowerCase().startsWith(words);
  return [...fitting.filter(begins), ...fitting.filter((text) => !begins(text))]
    .slice(0, MOST)
    .map((text) => ({ value: text, label: text }));
}
