/** Rules that every call of a project obeys: which calls they cover, and what they deny, redact, limit or log. */
import { z } from "zod";
import { parsePath } from "./constants";

const MAX_NAMES = 100;
const MAX_CONDITIONS = 20;
const MAX_PATH = 300;

const name = z.string().trim().min(1).max(200);
const names = z.array(name).min(1, "must hold a value").max(MAX_NAMES);

/** They have a list of values; one value must fit. */
const OF_VALUES = [
  "equals",
  "not_equals",
  "like",
  "not_like",
  "contains",
  "email_domain_in",
  "email_domain_not_in",
] as const;
/** They have a number. */
const OF_NUMBER = ["greater_than", "less_than", "longer_than"] as const;
const OF_NOTHING = ["exists", "missing"] as const;

const path = z
  .string()
  .trim()
  .min(1, "must be a path")
  .max(MAX_PATH)
  .refine((text) => parsePath(text) !== null, "must be a path such as to, items.0.price, items.*.email or **");

const Condition = z.union([
  z.object({
    path,
    operator: z.enum(OF_VALUES),
    values: z
      .array(z.union([z.string().max(1000), z.number(), z.boolean()]))
      .min(1, "must hold a value")
      .max(MAX_NAMES),
  }),
  z.object({ path, operator: z.enum(OF_NUMBER), number: z.number() }),
  z.object({ path, operator: z.enum(OF_NOTHING) }),
]);
export type Condition = z.output<typeof Condition>;

const conditions = z.array(Condition).min(1, "must hold a condition").max(MAX_CONDITIONS);

export const RuleMatch = z
  .object({
    toolkits: names.optional().meta({ description: "Slugs; one of them must fit" }),
    tools: names.optional().meta({ description: "Slugs, with * for any characters; one of them must fit" }),
    tags: names.optional().meta({ description: "Hints such as destructiveHint, and topics; the tool must have one" }),
    users: names.optional().meta({ description: "User IDs, with * for any characters" }),
    api_keys: names.optional().meta({ description: "IDs of API keys" }),
    accounts: names.optional().meta({ description: "IDs of connected accounts" }),
    arguments: conditions.optional().meta({ description: "All of them must hold" }),
    result: conditions.optional().meta({ description: "All of them must hold for the data of the response" }),
    own_requests: z.boolean().optional().meta({
      description:
        "False: leaves out proxied requests and tools that the project made, even if they can do what the named tools do",
    }),
  })
  .meta({ id: "PolicyMatch" });
export type RuleMatch = z.output<typeof RuleMatch>;

const reason = z
  .string()
  .trim()
  .max(500)
  .optional()
  .meta({ description: "A sentence for the caller, which an agent can read" });

const Replacement = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

export const RuleAction = z
  .union([
    z.object({ type: z.literal("deny"), reason }),
    z.object({ type: z.literal("ask"), reason }),
    z.object({
      type: z.literal("redact"),
      place: z.enum(["arguments", "result"]),
      paths: z.array(path).min(1, "must hold a path").max(MAX_CONDITIONS),
      replacement: Replacement.optional(),
    }),
    z.object({
      type: z.literal("limit"),
      per_minute: z.number().int("must be a whole number").min(1).max(1_000_000),
      by: z.enum(["all", "user", "api_key", "account"]).default("all"),
    }),
    z.object({ type: z.literal("log") }),
  ])
  .meta({ id: "PolicyAction" });
export type RuleAction = z.output<typeof RuleAction>;
