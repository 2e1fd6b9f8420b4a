/** In which order the palette shows what was found: what is called exactly as the words say stands first. Pure. */
import { fits } from "./commands";

type Named = {
  label: string;
  detail?: string | undefined;
  /** Other texts that it is called by. */
  also?: readonly string[];
};
type Group<C extends Named> = {
  /** Found by words that are not shown, and meant as much. */
  own?: true;
  commands: readonly C[];
};

/** 2: called exactly so; 1: has all the words in its names; 0: found by what it is for. */
function closeness({ label, detail, also = [] }: Named, words: string): number {
  const names = [label, ...(detail === undefined ? [] : [detail]), ...also];
  if (names.some((name) => name.toLowerCase() === words.toLowerCase())) return 2;
  return fits(words, ...names) ? 1 : 0;
}

/** The groups by their closest entry, and the entries of each; else everything stays where it is. */
export function rank<C extends Named, G extends Group<C>>(groups: readonly (G & Group<C>)[], words: string): G[] {
  if (words === "") return [...groups];
  const byCloseness = (command: C) => closeness(command, words);
  return groups
    .map((group) => ({ ...group, commands: group.commands.toSorted((a, b) => byCloseness(b) - byCloseness(a)) }))
    .map((group) => ({ group, close: Math.max(group.own ? 1 : 0, ...group.commands.map(byCloseness)) }))
    .toSorted((a, b) => b.close - a.close)
    .map(({ group }) => group);
}
