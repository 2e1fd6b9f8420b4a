/** Tools around a tool: those that give what it needs, and those that do something else with the same thing. */
import { FLAGS } from "./tool-document";
import type { OpenIndex } from "./open-index";

export type Prerequisite = {
  slug: string;
  /** Place among the required parameters of the tool that needs it. */
  need: number;
};

/** The tools that give the ids which a tool cannot do without. */
export function prerequisitesOf({ index, places }: OpenIndex, slug: string): Prerequisite[] {
  const toolIndex = places.get(slug);
  if (toolIndex === undefined) return [];
  const [from, to] = [index.producerStarts[toolIndex] ?? 0, index.producerStarts[toolIndex + 1] ?? 0];
  return Array.from({ length: to - from }, (_, place) => ({
    slug: index.slugs[index.producers[from + place] ?? 0] ?? "",
    need: index.producerNeeds[from + place] ?? 0,
  }));
}

/** Whether a tool only reads, according to its hints. */
export function isReading({ index, places }: OpenIndex, slug: string): boolean {
  const toolIndex = places.get(slug);
  return toolIndex !== undefined && ((index.flags[toolIndex] ?? 0) & FLAGS.reads) !== 0;
}
