/** What a toolkit is compared by, made once: people type, and every key they press compares all toolkits. */
import type { ToolkitDocument } from "./tool-document";
import { plainWords, termOf } from "./plain-words";

export type ToolkitTexts = {
  /** Its names as somebody types them. */
  names: readonly string[];
  /** Terms of its categories. */
  categories: ReadonlySet<string>;
  /** In small letters. */
  description: string;
};

export const NO_TEXTS: ToolkitTexts = { names: [], categories: new Set(), description: "" };

/** A name as it is compared: words in small letters. */
export const plainName = (text: string): string => plainWords(text).join(" ");

export const toolkitTexts = ({ name, slug, nicknames, categories, description }: ToolkitDocument): ToolkitTexts => ({
  names: [...new Set([name, slug.replaceAll("_", " "), ...nicknames].map(plainName))],
  categories: new Set(categories.flatMap(plainWords).map(termOf)),
  description: description.toLowerCase(),
});
