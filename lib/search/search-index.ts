/** The index of a list of tools. */
import type { ToolkitDocument, Recipe } from "./tool-document";

/**
 * Tools with their terms, as typed arrays: every list of numbers begins at `…Starts[i]` and ends at `…Starts[i + 1]`.
 */
export type SearchIndex = {
  toolkits: readonly ToolkitDocument[];
  slugs: readonly string[];
  /** Place of a tool's toolkit in `toolkits`. */
  toolkitOf: Uint16Array;
  /** Bits of FLAGS. */
  flags: Uint8Array;
  terms: readonly string[];
  /** By term: the tools that have it, how much it counts there (255 = most), and the fields it stands in (bits). */
  postingStarts: Uint32Array;
  postingTools: Uint32Array;
  postingImpacts: Uint8Array;
  postingFields: Uint8Array;
  /** By tool: its name and intents as lists of terms. */
  phraseStarts: Uint32Array;
  phraseTermStarts: Uint32Array;
  phraseTerms: Uint32Array;
  /** By tool: the tools that give the ids it needs, and which of its required parameters each is for. */
  producerStarts: Uint32Array;
  producers: Uint32Array;
  producerNeeds: Uint8Array;
  /** By tool: its place in KINDS. */
  kinds: Uint8Array;
  /** The model of kinds; empty if nothing was learned. */
  kindMarks: readonly string[];
  kindWeights: Float32Array;
  /** How jobs are done with several tools, and the index that finds them as if they were tools. */
  recipes?: { list: readonly Recipe[]; index: SearchIndex };
};
