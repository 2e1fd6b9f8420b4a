/**
 * Refusals that the status of an answer does not show: `toolkits/refusals.yaml`, by families of providers with the same
 * answers.
 */
import { z } from "zod";

/**
 * The path to a value, joined by dots; `*` matches each member of a list or an object, and "" is the whole answer. Keys
 * can contain spaces, as some providers write them (`Error Message`).
 */
const Way = z
  .string()
  .max(200)
  .regex(/^$|^[^.]+(\.[^.]+){0,7}$/, "write it as keys joined by dots: error.info");

const Word = z.union([z.string(), z.number(), z.boolean()]);
const Words = z.array(Word).min(1).max(60);

/**
 * A condition on the value at a path. Words are compared as texts, without regard to case. After a `*` the condition
 * must hold for every member: a list is a success if a part of it worked.
 */
const Test = {
  at: Way,
  /** The whole value is one of these. */
  is: Words.optional(),
  /** There is a value, and it is not in this list. */
  not: Words.optional(),
  /** Parts of a text. It must contain at least one of them. */
  has: Words.optional(),
  /** Beginnings of a text. */
  begins: Words.optional(),
  /** There is something: no null, no false, no 0, no empty text, list or object. */
  filled: z.literal(true).optional(),
};

const hasOneTest = ({ is, not, has, begins, filled: isFilled }: Record<string, unknown>): boolean =>
  [is, not, has, begins, isFilled].filter((condition) => condition !== undefined).length === 1;
const ONE_TEST = "name one of is, not, has, begins and filled";

/** An answer of a success status that means a failure. */
export const FailureRule = z
  .strictObject({
    ...Test,
    /** Paths to the provider's own words; the first path with a value counts. */
    words: z.array(Way).max(6).default([]),
    /** Words for values at `at`, if the provider returns only a number. */
    means: z.record(z.string(), z.string().min(1)).optional(),
  })
  .refine(hasOneTest, ONE_TEST);
export type FailureRule = z.infer<typeof FailureRule>;

/** An answer that means that the account's token has ended, besides 401 and the standard words. */
export const EndedRule = z
  .strictObject({
    /** Only answers of these statuses are looked at. */
    status: z.array(z.number().int().min(200).max(499)).min(1).max(6),
    ...Test,
  })
  .refine(hasOneTest, ONE_TEST);
export type EndedRule = z.infer<typeof EndedRule>;

/** The rules of a toolkit. */
export type RefusalRules = { failures?: FailureRule[]; ended?: EndedRule[] };

/** `toolkits/refusals.yaml`: name of a family to its toolkits and what is common to their answers. */
export const RefusalsFile = z.record(
  z.string(),
  z.strictObject({
    toolkits: z.array(z.string()).min(1),
    failures: z.array(FailureRule).max(10).default([]),
    ended: z.array(EndedRule).max(10).default([]),
  }),
);
export type RefusalsFile = z.infer<typeof RefusalsFile>;
