/** What the index knows of tools and toolkits: plain texts and hints, no table of the database. */

export type ToolDocument = {
  slug: string;
  toolkit: string;
  name: string;
  description: string;
  /** What people and agents ask for when this tool is the answer. */
  intents: readonly string[];
  parameters: readonly { name: string; description: string; required: boolean }[];
  /** As in the tags of the tool: `readOnlyHint`, `destructiveHint`, ... */
  tags: readonly string[];
  important: boolean;
  deprecated: boolean;
};

export type ToolkitDocument = {
  slug: string;
  name: string;
  description: string;
  categories: readonly string[];
  /**
   * Other common names: "gdrive", "teams". A name that is also a plain word begins with "~", and counts only next to a
   * hint that the app is meant.
   */
  nicknames: readonly string[];
  /** From 0 (nobody asks for it) to 1 (the most used). */
  popularity: number;
};

export type RecipeStep = {
  tag: "prerequisite" | "required" | "optional" | "fallback";
  /** Slug of the tool. */
  tool: string;
  text: string;
};

/** How a job is done with tools, written by people. */
export type Recipe = {
  id: string;
  useCase: string;
  /** Other ways to ask for it. */
  askedAs: readonly string[];
  /** In order. */
  steps: readonly RecipeStep[];
  /** The pitfalls of a tool. */
  pitfalls: readonly { tool: string; text: string }[];
};

/** The fields of a tool in which a term can occur, and the bit of each. */
export const FIELDS = ["toolkit", "name", "intents", "description", "parameters", "parameterTexts"] as const;
export type Field = (typeof FIELDS)[number];

export const FLAGS = { important: 1, deprecated: 2, reads: 4, removes: 8, creates: 16, updates: 32 } as const;
