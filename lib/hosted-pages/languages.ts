/**
 * The languages of the pages for end users, and how one is chosen. A new language is a line here, a file in
 * `translations/` and a file in `translations/words/`; the compiler names what is missing.
 */

/** The name of each language in that language. */
export const LANGUAGES = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  it: "Italiano",
  zh: "中文",
  ja: "日本語",
} as const;

export type Language = keyof typeof LANGUAGES;

/** The language of a tag such as `de-AT`; undefined if the pages are not in that language. */
const findLanguage = (tag: string): Language | undefined => {
  const base = tag.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  return Object.hasOwn(LANGUAGES, base) ? (base as Language) : undefined;
};

/** The tags of an Accept-Language header, the preferred one first (RFC 9110 section 12.5.4). */
function acceptedTags(header: string): string[] {
  return header
    .split(",")
    .slice(0, 30)
    .map((part, index) => {
      const [tag = "", ...parameters] = part.split(";");
      const weight = Number(parameters.map((text) => /^\s*q=([0-9.]+)\s*$/.exec(text)?.[1]).find(Boolean) ?? 1);
      return { tag, index, weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ tag }) => tag);
}

/** The person's choice (`?lang=`), else the first language of the browser that the pages have, else English. */
export const chooseLanguage = (choice: string | null, acceptLanguage: string | null): Language =>
  (choice && findLanguage(choice)) ||
  acceptedTags(acceptLanguage ?? "")
    .map(findLanguage)
    .find((language) => language !== undefined) ||
  "en";
