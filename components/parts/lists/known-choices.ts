/** Values of the address that no choice has: of an old link, or of a slip of the keyboard. They count for nothing. Pure. */

/** By the name of a filter: the values that it may have. */
export type Choices = Readonly<Record<string, readonly string[]>>;

type Search = { get: (name: string) => string | null };

const isUnknown = (search: Search, choices: Choices, name: string): boolean => {
  const value = search.get(name)?.trim();
  return Boolean(value) && choices[name]?.includes(value ?? "") === false;
};

/** The address without them. */
export const onlyKnown = (search: Search, choices: Choices): Search => ({
  get: (name) => (isUnknown(search, choices, name) ? null : search.get(name)),
});

/** What was left out. */
export const unknownChoices = (search: Search, choices: Choices): { name: string; value: string }[] =>
  Object.keys(choices)
    .filter((name) => isUnknown(search, choices, name))
    .map((name) => ({ name, value: search.get(name)?.trim() ?? "" }));
