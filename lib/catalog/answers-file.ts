/**
 * Forms of tools' answers, and further keys under which programs written for another list of tools expect the same
 * values.
 */
import { z } from "zod";

const MAX_STEPS = 12;
const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);

/** The way to a value in an answer's `data`: names, and places of lists, with dots between them; `$` is all of it. */
export const AnswerPath = z
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

/** Among the forms that a value can have: none. */
export const NO_VALUE = "null";

/**
 * Shorthand for the form of an answer: a type (`string`, `integer?` if nullable, `string[]`), the members of an object
 * (`name?` for an object with members of its own that can be null), a list with the form of its items, or two to four
 * alternative forms; `"null"` among them is no value.
 */
export type AnswerForm = string | { [name: string]: AnswerForm } | AnswerForm[];
const AnswerForm: z.ZodType<AnswerForm> = z.lazy(() =>
  z.union([
    z.string().regex(/^(string|integer|number|boolean|object|any)(\[\])?\??$/, "no type"),
    z.record(z.string().min(1).max(100), AnswerForm),
    z
      .array(z.union([AnswerForm, z.literal(NO_VALUE)]))
      .min(1)
      .max(4),
  ]),
);

const AnswerKey = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => !UNSAFE.has(name), "this name is unsafe");

/** Headers that mean the connection, or contain credentials. */
const NO_DATA = new Set(["set-cookie", "authorization", "www-authenticate", "content-length", "connection"]);
const AnswerHeader = z
  .string()
  .regex(/^[a-z0-9_-]{1,60}$/, "write it in small letters")
  .refine((name) => !NO_DATA.has(name), "this header is no data");

/** For every tool of the toolkit that is a request. */
export const ALL_TOOLS = "*";

/**
 * `toolkits/<slug>/answers.yaml`: by tool, the form of its answer if the description leaves it open, its further keys,
 * the headers that belong to it, and members that the description names and the provider never sends. Under `*` for all
 * tools, headers only.
 */
export const AnswersFile = z
  .record(
    z.string(),
    z.strictObject({
      gives: AnswerForm.optional(),
      also: z.record(AnswerKey, AnswerSource).optional(),
      lacks: z.array(AnswerPath).min(1).max(40).optional(),
      headers: z.array(AnswerHeader).min(1).max(10).optional(),
    }),
  )
  .refine(
    (file) => !file[ALL_TOOLS]?.gives && !file[ALL_TOOLS]?.also && !file[ALL_TOOLS]?.lacks,
    "* can only have headers",
  );
export type AnswersFile = z.infer<typeof AnswersFile>;
