/** Orders the results of the palette: exact matches are first. Pure. */
import { fits } from "./commands";

type Named = {
  label: string;
  detail?: string | undefined;
  /** Alternative names. */
  also?: readonly string[];
};
type Group<C extends Named> = {
  /** Found by text that is not shown; counts as a match by name. */
  isLocal?: true;
  /** Its entries are in the order of the search; only an exact match comes before. */
  ranked?: true;
  commands: readonly C[];
};

/** 2: an exact match; 1: all words are in its names; 0: found by its purpose. */
function closeness({ label, detail, also = [] }: Named, words: string): number {
  const names = [label, ...(detail === undefined ? [] : [detail]), ...also];
  if (names.some((name) => name.toLowerCase() === words.toLowerCase())) return 2;
  return fits(words, ...names) ? 1 : 0;
}

/** Orders the groups by their closest entry, and the entries of each group; otherwise the order does not change. */
export function rank<C extends Named, G extends Group<C>>(groups: readonly (G & Group<C>)[], words: string): G[] {
  if (words === "") return [...groups];
  const byCloseness = (command: C) => closeness(command, words);
  const byExactness = (command: C) => (byCloseness(command) === 2 ? 1 : 0);
  return groups
    .map((group) => {
      const order = group.ranked ? byExactness : byCloseness;
      return { ...group, commands: group.commands.toSorted((a, b) => order(b) - order(a)) };
    })
    .map((group) => ({ group, close: Math.max(group.isLocal ? 1 : 0, ...group.commands.map(byCloseness)) }))
    .toSorted((a, b) => b.close - a.close)
    .map(({ group }) => group);
}
