/** Adds the tool that returns an ID to a description that only names the ID's owner. Pure. */
import type { ToolFacts } from "./argument";
import { source } from "./describe-argument";
import { singular, wordsIn } from "./word-forms";

/** Descriptions with the owner of an ID only: "ID of the sprint", "The channel's ID", "Encoded channel ID." */
const ONLY_AN_ID = [
  /^(?:(?:the|an?|unique) )*(?:ids?|gid|uuid|guid|identifier) (?:of|for) (?:(?:the|an?|this|that) )?([a-z][a-z -]{1,40})$/i,
  /^(?:(?:the|an?|unique|encoded) )*([a-z][a-z -]{1,40}?)(?:['’]s?)? (?:ids?|gid|uuid|guid|identifier)$/i,
];

/** The owner of the ID, if the description has nothing else. */
function thingOf(description: string): string | undefined {
  const words = description.replace(/\.$/, "");
  return ONLY_AN_ID.map((form) => form.exec(words)?.[1]).find((name) => name !== undefined);
}

/** Whether a description has no source of the ID. */
export const saysOnlyAnId = (description: string): boolean => thingOf(description) !== undefined;

/**
 * The description of an ID with the tool that returns it, if no source is named.
 * @param place the argument's place in the path, if it has one
 */
export function withSourceOfId(description: string, facts: ToolFacts, place?: string): string {
  const [words, thing] = [description.replace(/\.$/, ""), thingOf(description)];
  if (thing === undefined) return description;
  const all = wordsIn(thing);
  const isMany = /^(?:the )?ids\b/i.test(words) || all.at(-1) !== singular(all.at(-1) ?? "");
  const single = [...all.slice(0, -1), singular(all.at(-1) ?? "")];
  const rest = single[0] === wordsIn(facts.tool.slug)[0] && single.length > 1 ? single.slice(1) : single;
  const from = source(rest, facts, isMany ? "them" : "it", place);
  return from === "" ? description : `${words}${from}${description.endsWith(".") ? "." : ""}`;
}
