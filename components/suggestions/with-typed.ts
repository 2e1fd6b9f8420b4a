/** The options of a field that also takes what was typed. Pure. */
import type { Option } from "@/components/parts/forms/combobox";

/** The value that a typed text stands for; null for words of a search. */
export type ToTyped = (text: string) => string | null;

/** Values of tools: slugs have no spaces. */
export const toSlug: ToTyped = (text) => (/^\S+$/.test(text) ? text.toUpperCase() : null);

/** The options that fit, and the typed text itself: first if it is one of them, or a pattern with `*`. */
export function withTyped(options: readonly Option[], text: string, toTyped: ToTyped): Option[] {
  const value = toTyped(text.trim());
  if (value === null) return [...options];
  const same = options.filter((option) => option.value === value);
  const others = options.filter((option) => option.value !== value);
  if (same.length > 0) return [...same, ...others];
  const isPattern = value.includes("*");
  const typed = { value, label: `${isPattern ? "All like" : "Exactly"} “${value}”` };
  return isPattern ? [typed, ...others] : [...others, typed];
}
