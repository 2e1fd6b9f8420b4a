/** Words of many toolkits that people read while they connect: names of fields, and what common scopes allow. Pure. */
import type { Language } from "./languages";
import { de } from "./translations/words/de";
import { es, type SharedWords } from "./translations/words/es";
import { fr } from "./translations/words/fr";
import { it } from "./translations/words/it";
import { ja } from "./translations/words/ja";
import { pt } from "./translations/words/pt";
import { zh } from "./translations/words/zh";

const WORDS: Readonly<Record<Exclude<Language, "en">, SharedWords>> = { es, de, fr, pt, it, zh, ja };

/** The words in a language; undefined if they are English, or not translated. */
export function sharedWords(words: string, language: string): string | undefined {
  const translated: Readonly<Record<string, string>> = WORDS[language as keyof typeof WORDS] ?? {};
  // The name of a field comes from outside, and may be `constructor`.
  return Object.hasOwn(translated, words) ? translated[words] : undefined;
}
