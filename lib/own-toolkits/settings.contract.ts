/** Choices of a person in addition to a document, and the report of the compiler about both. */
import { z } from "zod";
import { EFFECT_CHOICES, SOURCE_KINDS } from "./constants";

const OperationKey = z
  .string()
  .max(2_100)
  .regex(
    /^(GET|PUT|POST|DELETE|PATCH|QUERY|MUTATION|TOOL) \S{1,2000}$/,
    'must be "METHOD /path", "QUERY name" or "TOOL NAME"',
  );

const ToolSettings = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().min(1).max(1_024).optional(),
  /** The part behind the toolkit's prefix. */
  slug: z
    .string()
    .max(40)
    .regex(/^[A-Z][A-Z0-9_]{2,39}$/, "must be 3 to 40 capital letters, digits or _, and begin with a letter")
    .optional(),
  effect: z.enum(EFFECT_CHOICES).optional(),
  important: z.boolean().optional(),
});

export const ToolkitSettings = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().min(1).max(2_000).optional(),
  logo: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  app_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** Instead of the servers of the document; can contain `{field}` places, which the connection fills. */
  base_url: z
    .string()
    .max(2_000)
    .regex(/^(https?:\/\/[^\s]+|\{[A-Za-z0-9_]+\}[^\s]*)$/, "must be an http(s) address, or begin with a {field}")
    .optional(),
  /** Only these operations; all if left out. */
  operations: z.array(OperationKey).max(3_000).optional(),
  /** Texts and hints of tools, by operation. */
  tools: z
    .record(OperationKey, ToolSettings)
    .refine((tools) => Object.keys(tools).length <= 3_000, "must have at most 3,000 operations")
    .optional(),
  /** The text of an integration.yaml: ways to sign in and the proxy, instead of the document's. */
  integration: z.string().max(200_000).optional(),
});
export type ToolkitSettings = z.infer<typeof ToolkitSettings>;

export const ToolkitAccess = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((user) => user !== "default", "must be all, or the ID of a user; default stands for no user")
  .default("all")
  .meta({ description: "For whom it is: all, or the only user" });

const Problem = z.object({
  path: z.string().meta({ description: "JSON pointer to the place" }),
  message: z.string(),
  fix: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  fatal: z.boolean(),
});

const ReportedTool = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  operation: z.string().nullable(),
  effect: z.enum(EFFECT_CHOICES).nullable(),
  important: z.boolean(),
  deprecated: z.boolean(),
  /** About how many its description takes in a model's context. */
  tokens: z.number().int(),
  /** From 0 to 100. */
  score: z.number().int(),
  /** Why the score is not 100. */
  reasons: z.array(z.string()),
  input_schema: z.unknown().optional(),
  output_schema: z.unknown().optional(),
});

const NamedTool = z.object({ slug: z.string(), name: z.string() });
const Change = z.object({ path: z.string(), text: z.string(), breaking: z.boolean() });

export const CompileReport = z
  .object({
    slug: z.string(),
    kind: z.enum(SOURCE_KINDS).nullable(),
    name: z.string(),
    description: z.string(),
    base_url: z.string().nullable(),
    logo: z.string().nullable(),
    app_url: z.string().nullable(),
    /** How many the document describes. */
    operations: z.number().int(),
    auth_schemes: z.array(
      z.object({
        mode: z.string(),
        name: z.string(),
        auth_config_fields: z.array(z.string()),
        connection_fields: z.array(
          z.object({ name: z.string(), display_name: z.string(), required: z.boolean(), description: z.string() }),
        ),
        scopes: z.array(z.string()),
        authorization_url: z.string().optional(),
        token_url: z.string().optional(),
      }),
    ),
    tools: z.array(ReportedTool),
    /** The first 200. */
    problems: z.array(Problem),
    problem_count: z.number().int(),
    /** Against the published version; null before the first. */
    diff: z
      .object({
        breaking: z.boolean(),
        added: z.array(NamedTool),
        removed: z.array(NamedTool),
        changed: z.array(NamedTool.extend({ breaking: z.boolean(), changes: z.array(Change) })),
      })
      .nullable(),
  })
  .meta({ id: "CompileReport" });
