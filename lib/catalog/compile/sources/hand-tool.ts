/** Tools that a toolkit's file writes out itself: single requests, composites, and those of this server. */
import { z } from "zod";
import { AnswerPath } from "../../answers-file";
import { FailureRule } from "../../refusals-file";

export const JsonSchema = z.record(z.string(), z.unknown());

/** An argument of a hand-written operation: its place in the request, and its schema. */
const HandParameter = z.looseObject({
  in: z.enum(["path", "query", "header", "body"]),
  /** The name on the wire, when it differs. */
  wireName: z.string().optional(),
  /** The way to its place inside a JSON body (`content.raw`), for a provider that wraps a plain value into objects. */
  at: z.string().optional(),
  /** The argument is the whole JSON body, for a provider that takes a list or an object with the caller's own names. */
  whole: z.literal(true).optional(),
  /** Aliases under which callers can send it. The schema shows the first name only. */
  aliases: z.array(z.string().min(1)).default([]),
  required: z.boolean().default(false),
  /** Members that an object must have. */
  requires: z.array(z.string().min(1)).min(1).optional(),
  /** How a query contains a list or an object (RequestParameter's style); a list repeats the name by default. */
  style: z.enum(["form", "deepObject", "brackets", "dots"]).optional(),
  explode: z.boolean().optional(),
  /** The field of the connection that fills it if the caller leaves it out. */
  fromConnection: z
    .string()
    .regex(/^[A-Za-z0-9_]+$/, "letters, digits and _: the name of a connection field")
    .optional(),
  /** The value of a path parameter has slashes; its `pattern` must limit them, or it would lead to other resources. */
  multiSegment: z.boolean().default(false),
});

const toolWords = {
  name: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).default([]),
  scopes: z.array(z.string()).default([]),
  deprecated: z.boolean().default(false),
};

export const HandTool = z
  .strictObject({
    ...toolWords,
    method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
    path: z.string().startsWith("/"),
    baseUrl: z.url().optional(),
    contentType: z.string().default("application/json"),
    /**
     * The object that contains the body's arguments in the request (`ticket`); callers can also send the whole object.
     */
    wrap: z.string().min(1).optional(),
    parameters: z.record(z.string(), HandParameter).default({}),
    /** Members of a JSON body that are the same in each call. */
    fixedBody: JsonSchema.optional(),
    /** The whole JSON body; `{{name}}` is the place of an argument, and what has no value is left out. */
    template: z.union([JsonSchema, z.array(z.unknown())]).optional(),
    /** Further names of values inside an argument: name to the way there (`query: filter.query`). */
    aliases: z.record(z.string(), z.string().min(1)).default({}),
    output: JsonSchema.optional(),
    /** The path to the only part of the answer that is returned: `data.items`. */
    returns: AnswerPath.optional(),
    /** Answers with a success status that mean a failure of this tool, in place of the toolkit's rules. */
    failures: z.array(FailureRule).max(10).optional(),
    /** The answer is a file: its schema follows, so `output` is not written. */
    binary: z.boolean().default(false),
    /** Its words promise a body, but the provider accepts none. */
    noBody: z.boolean().default(false),
  })
  .refine(({ binary, output }) => !(binary && output), {
    path: ["output"],
    error: "the answer of a tool with binary: true is a file; leave output out",
  });
export type HandTool = z.infer<typeof HandTool>;

export const CompositeTool = z.strictObject({
  ...toolWords,
  handler: z.string().min(1),
  input: JsonSchema,
  /** Further names: name to argument, or to the way into it. The schema shows the argument's own name only. */
  aliases: z.record(z.string(), z.string().min(1)).default({}),
  output: JsonSchema.optional(),
});
export type CompositeTool = z.infer<typeof CompositeTool>;

/** A tool that this server runs itself (`lib/sessions/meta-tools`). Its tags are all of its hints. */
export const BuiltinTool = z.strictObject({ ...toolWords, input: JsonSchema, output: JsonSchema });
export type BuiltinTool = z.infer<typeof BuiltinTool>;
