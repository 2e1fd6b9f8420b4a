/** The form of tools that a person writes out, in addition to an integration.yaml; with a schema for editors. */
import { z } from "zod";
import { AnswerPath } from "@/lib/catalog/answers-file";
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { EFFECT_CHOICES } from "./constants";
import { IntegrationFile } from "./integration-file";

/** Characters of a GraphQL document. */
const MAX_DOCUMENT = 20_000;
const MOST_ARGUMENTS = 100;
/** Names that every object has. */
const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);

const Name = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, "must be 1 to 60 letters, digits or _, and begin with no digit")
  .refine((name) => !UNSAFE_NAMES.has(name), "is a name that every object has; choose another");
const Path = z.string().min(1).max(2_000);
const Response = AnswerPath.optional().meta({
  description: "The only part of the answer that is returned: data.items, or data.items.0. Default: all of it",
});
const TYPES = ["string", "integer", "number", "boolean"] as const;

const valueFacts = {
  items: z
    .enum([...TYPES, "object"])
    .optional()
    .meta({ description: "The type of a list's items" }),
  description: z.string().trim().min(1).max(1_000).optional().meta({ description: "What a model writes here" }),
  default: z
    .union([z.string().max(2_000), z.number(), z.boolean()])
    .optional()
    .meta({ description: "Sent if a call leaves it out" }),
  enum: z
    .array(z.union([z.string().max(200), z.number()]))
    .min(2)
    .max(200)
    .optional()
    .meta({ description: "All values that are allowed" }),
  minimum: z.number().optional().meta({ description: "The smallest number that is allowed" }),
  maximum: z.number().optional().meta({ description: "The largest number that is allowed" }),
};
const Type = z.enum([...TYPES, "array", "object"]);

const Parameter = z
  .strictObject({
    name: Name.meta({ description: "The argument's name, and its {{name}} in the body" }),
    in: z.enum(["path", "query", "header", "body"]).meta({ description: "The part of the request that it goes into" }),
    type: Type.default("string").meta({ description: "What a model writes here, as JSON" }),
    required: z.boolean().default(false).meta({ description: "An argument in the path always is" }),
    send_as: z
      .string()
      .min(1)
      .max(200)
      .refine((name) => !UNSAFE_NAMES.has(name) && !/\p{Cc}/u.test(name), "cannot be a name in a request")
      .optional()
      .meta({ description: "Its name in the request, if that is another" }),
    list: z
      .enum(["repeat", "comma", "brackets"])
      .default("repeat")
      .meta({ description: "How a query has a list: a=1&a=2, a=1,2 or a[]=1&a[]=2" }),
    ...valueFacts,
  })
  .meta({ id: "HandParameter" });

const Http = z
  .strictObject({
    method: z
      .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
      .meta({ description: "The method of the request" }),
    path: Path.meta({ description: "Behind the base URL, with {name} places: /parcels/{id}" }),
    parameters: z.array(Parameter).max(MOST_ARGUMENTS).default([]).meta({ description: "The arguments of the tool" }),
    content_type: z
      .enum(["application/json", "application/x-www-form-urlencoded", "multipart/form-data"])
      .default("application/json")
      .meta({ description: "The form of the body" }),
    body: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .meta({ description: "A JSON body with {{name}} places. Default: an object of the arguments in the body" }),
    response: Response,
  })
  .meta({ id: "HandHttp" });
export type HandHttp = z.infer<typeof Http>;

const Graphql = z
  .strictObject({
    path: Path.default("/graphql").meta({ description: "Of the endpoint, behind the base URL" }),
    document: z.string().min(1).max(MAX_DOCUMENT).meta({ description: "One query or mutation, with its fragments" }),
    variables: z
      .array(
        z.strictObject({
          name: Name.meta({ description: "As the document names it, without $" }),
          type: Type.optional().meta({ description: "Default: found by its type in the document" }),
          ...valueFacts,
        }),
      )
      .max(MOST_ARGUMENTS)
      .default([])
      .meta({ description: "Words and types of the document's variables, which are all arguments" }),
    response: Response,
  })
  .meta({ id: "HandGraphql" });
export type HandGraphql = z.infer<typeof Graphql>;
export type HandValue = Partial<Pick<z.infer<typeof Parameter>, "type" | keyof typeof valueFacts>>;

/** One tool. */
export const HandEntry = z
  .strictObject({
    slug: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{2,39}$/, "must be 3 to 40 capital letters, digits or _, and begin with a letter")
      .optional()
      .meta({ description: "The name in the API behind the toolkit's prefix. Default: made from the name" }),
    name: z.string().trim().min(1).max(200).meta({ description: "What people call the tool" }),
    description: z.string().trim().min(1).max(1_024).meta({ description: "What it does and returns, for a model" }),
    effect: z.enum(EFFECT_CHOICES).optional().meta({ description: "Default: found by the method and the words" }),
    important: z.boolean().optional().meta({ description: "Offered before others" }),
    http: Http.optional().meta({ description: "The request; a tool has either http or graphql" }),
    graphql: Graphql.optional().meta({ description: "The operation; a tool has either http or graphql" }),
  })
  .refine(({ http, graphql }) => (http === undefined) !== (graphql === undefined), "has either http or graphql")
  .meta({ id: "HandTool" });
export type HandEntry = z.infer<typeof HandEntry>;

const HandFile = IntegrationFile.extend({
  tools: z.array(HandEntry).min(1).max(MOST_TOOLS).optional().meta({ description: "Tools that you write yourself" }),
}).meta({ id: "HandFile", title: "integration.yaml" });

/** For editors: an integration.yaml, and the tools that can be written into it. */
export const handFileSchema = (): Record<string, unknown> =>
  z.toJSONSchema(HandFile, { io: "input", target: "draft-7" });
