/**
 * Forms of tools' answers, and further keys under which programs written for another list of tools expect the same
 * values.
 */
import { z } from "zod";

const MAX_STEPS = 12;
const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);

/** The way to a value in an answer's `data`: names, and places of lists, with dots between them; `$` is all of it. */
const AnswerPath = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => {
    const steps = stepsOf(text);
    return steps.length <= MAX_STEPS && steps.every((step) => step !== "" && !UNSAFE.has(step));
  }, "no way into an answer");

/** The steps of a path; none for all of it. */
export const stepsOf = (path: string): string[] => (path === "$" ? [] : path.split("."));

/**
 * Source of a further key's value: a path in the answer (the first that exists, of several), an argument of the call,
 * the number of items of a list, or a constant.
 */
export const AnswerSource = z.union([
  AnswerPath,
  z.array(AnswerPath).min(2).max(4),
  z.strictObject({ argument: z.string().min(1).max(200) }),
  z.strictObject({ count: AnswerPath }),
  z.strictObject({ value: z.union([z.string().max(200), z.number(), z.boolean(), z.null()]) }),
]);
export type AnswerSource = z.infer<typeof AnswerSource>;
export type AnswerNames = Readonly<Record<string, AnswerSource>>;

/**
 * Shorthand for the form of an answer: a type (`string`, `integer?` if nullable, `string[]`), the members of an object,
 * or a list with the form of its items.
 */
export type AnswerForm = string | { [name: string]: AnswerForm } | AnswerForm[];
const AnswerForm: z.ZodType<AnswerForm> = z.lazy(() =>
  z.union([
    z.string().regex(/^(string|integer|number|boolean|object|any)(\[\])?\??$/, "no type"),
    z.record(z.string().min(1).max(100), AnswerForm),
    z.array(AnswerForm).length(1),
  ]),
);

const AnswerKey = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => !UNSAFE.has(name), "this name is unsafe");

/**
 * `toolkits/<slug>/answers.yaml`: by tool, the form of its answer if the description leaves it open, and its further
 * keys.
 */
export const AnswersFile = z.record(
  z.string(),
  z.strictObject({ gives: AnswerForm.optional(), also: z.record(AnswerKey, AnswerSource).optional() }),
);
export type AnswersFile = z.infer<typeof AnswersFile>;
