/** Counted nouns, for pages and messages. Pure. */

/** `1 tool`, `2 tools`, `1,014 keys`; `plural` is for nouns that take more than an `s`. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString("en")} ${pluralOf(count, singular, plural)}`;

/** The noun or verb that fits the count, without the number. */
export const pluralOf = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 1 ? singular : plural;
