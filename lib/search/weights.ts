/** The numbers of the ranking, as learned on the tuning half of the benchmark (`npm run bench:search -- --learn`). */
import type { Field } from "./tool-document";

export type Weights = {
  /** How much a term counts by its field. */
  fields: Readonly<Record<Field, number>>;
  /** How soon more of the same term stops to count (BM25's k1). */
  saturation: number;
  /** How much long fields are held back (BM25's b). */
  lengthNorm: number;
  /** The same for intents, which repeat one meaning in several ways. */
  intentsNorm: number;
  /** Of a term with only a related meaning. */
  related: number;
  /**
   * The upper bound for rare terms (the logarithm of their rarity): a word that two tools have tells little more than a
   * word that fifty have.
   */
  rarity: number;
  /** Of the words that name the action, compared with those that name its object. */
  verb: number;
  /** Of the name or intent that is closest to the request as a whole. */
  phrase: number;
  /** Factor for tools of the toolkit that the request names; at 1 names do not count. */
  named: number;
  /** Factor for the tools of an index, if the request names an app of another one. */
  notNamed: number;
  /** Factor for tools that do something else than the request's verb wants. */
  otherEffect: number;
  /** How much it counts that the words want this kind of tool: the exponent of how likely that is. */
  kind: number;
  /** How much it counts that a toolkit is about what is asked for, as an exponent. */
  topic: number;
  important: number;
  deprecated: number;
  /** Added for the most used toolkit, less for others. */
  popularity: number;
  connected: number;
  /** Factor for tools that remove, if nobody asks to remove. */
  unaskedRemoval: number;
};

export const WEIGHTS: Weights = {
  fields: { toolkit: 0.6, name: 0.249, intents: 3.072, description: 1.28, parameters: 0.123, parameterTexts: 0.375 },
  saturation: 0.9,
  lengthNorm: 0.625,
  intentsNorm: 0.3,
  related: 0.097,
  rarity: 2.904,
  verb: 1.069,
  phrase: 0.3,
  named: 4,
  notNamed: 0.1,
  otherEffect: 0.93,
  kind: 0.15,
  topic: 0.35,
  important: 1.125,
  deprecated: 0.3,
  popularity: 0.096,
  connected: 1.2,
  unaskedRemoval: 1,
};
