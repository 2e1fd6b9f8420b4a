/** Values in the URL that match no choice, from an old link or a typing mistake. They are ignored. Pure. */

/** The valid values of each filter, by the filter's name. */
export type Choices = Readonly<Record<string, readonly string[]>>;

type Search = { get: (name: string) => string | null };

const isUnknown = (search: Search, choices: Choices, name: string): boolean => {
  const value = search.get(name)?.trim();
  return Boolean(value) && choices[name]?.includes(value ?? "") === false;
};

/** The search parameters without the unknown values. */
export const onlyKnown = (search: Search, choices: Choices): Search => ({
  get: (name) => (isUnknown(search, choices, name) ? null : search.get(name)),
});

/** The values that were left out. */
export const unknownChoices = (search: Search, choices: Choices): { name: string; value: string }[] =>
  Object.keys(choices)
    .filter((name) => isUnknown(search, choices, name))
    .map((name) => ({ name, value: search.get(name)?.trim() ?? "" }));
