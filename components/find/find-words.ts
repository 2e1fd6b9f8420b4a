/** The reasons for a search result in plain words. Pure. */
import type { FoundPlan, FoundStep, FoundTool } from "./found";

type Why = FoundTool["why"];
type Matched = Why["matched"][number];

export const CONFIDENCE: Readonly<Record<FoundStep["confidence"], { word: string; title: string }>> = {
  high: { word: "Fits well", title: "The first tool has nearly all that was asked for" },
  medium: { word: "May fit", title: "The first tool has a good part of what was asked for" },
  low: { word: "Unsure", title: "No tool has much of what was asked for" },
};

export const RELATION: Readonly<Record<NonNullable<FoundTool["relation"]>, { word: string; title: string }>> = {
  prerequisite: { word: "Needed first", title: "Its answer has what the first tool asks for" },
  alternative: { word: "Alternative", title: "Does something similar" },
};

export const PLAN_SOURCE: Readonly<Record<FoundPlan["source"], string>> = {
  recipe: "Written by people",
  tools: "Made from what the tools need",
  model: "Written by the language model of this server",
};

export const PLAN_TAG: Readonly<Record<FoundPlan["steps"][number]["tag"], string>> = {
  prerequisite: "First",
  required: "Required",
  optional: "Optional",
  fallback: "If that fails",
};

const FIELD: Readonly<Record<Matched["fields"][number], string>> = {
  toolkit: "its app’s name",
  name: "its name",
  intents: "what people ask it for",
  description: "its description",
  parameters: "the names of its arguments",
  parameterTexts: "the descriptions of its arguments",
};

const list = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");

export type MatchedWord = {
  word: string;
  /** The fields of the tool that contain the word: "in its name and its description". */
  where: string;
  /** Words that matched in its place, the highest weight first. */
  via: string[];
  /** Its share of the text score, in percent. */
  percent: number;
};

/** A line for each word of the request, the highest weight first. */
export function toMatchedWords(matched: Why["matched"]): MatchedWord[] {
  const words = new Map<string, { fields: Set<Matched["fields"][number]>; via: Set<string>; share: number }>();
  for (const { word, via, fields, share } of matched) {
    const entry = words.get(word) ?? { fields: new Set(), via: new Set(), share: 0 };
    for (const field of fields) entry.fields.add(field);
    if (via !== undefined) entry.via.add(via);
    words.set(word, { ...entry, share: entry.share + share });
  }
  return [...words]
    .sort(([, a], [, b]) => b.share - a.share)
    .map(([word, { fields, via, share }]) => ({
      word,
      where: fields.size > 0 ? `in ${list([...fields].map((field) => FIELD[field]))}` : "",
      via: [...via],
      percent: Math.round(share * 100),
    }));
}

type Boost = { text: string; raises: boolean };

const BOOST: Readonly<Record<string, Boost>> = {
  "app named": { text: "You named its app", raises: true },
  "app perhaps named": { text: "You may have named its app", raises: true },
  "another app named": { text: "You named another app", raises: false },
  connected: { text: "Its app is connected", raises: true },
  "much used": { text: "Its app is much used", raises: true },
  important: { text: "It is one of its app’s important tools", raises: true },
  "moved up by the language model": { text: "The language model moved it up", raises: true },
  deprecated: { text: "It is deprecated", raises: false },
  "does something else": { text: "It does something else than you asked for", raises: false },
};

/** A boost that this page does not know is shown as it is called. */
export const toBoost = (name: string): Boost =>
  Object.hasOwn(BOOST, name) && BOOST[name] ? BOOST[name] : { text: name, raises: true };
