/** The schemas of policies: which calls they cover, and what they deny, redact, limit or log. */
import { z } from "zod";
import { DETECTORS, MOST_RULES, parsePath } from "./constants";

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

const detectors = z
  .array(z.enum(DETECTORS))
  .min(1, "must hold a detector")
  .max(DETECTORS.length)
  .meta({ description: "injection finds text that gives orders to a model" });

const Condition = z.union([
  z.strictObject({
    path,
    operator: z.enum(OF_VALUES),
    values: z
      .array(z.union([z.string().max(1000), z.number(), z.boolean()]))
      .min(1, "must hold a value")
      .max(MAX_NAMES),
  }),
  z.strictObject({ path, operator: z.enum(OF_NUMBER), number: z.number() }),
  z.strictObject({ path, operator: z.enum(OF_NOTHING) }),
  z.strictObject({ path, operator: z.literal("detects"), detectors }),
]);
export type Condition = z.output<typeof Condition>;

const conditions = z.array(Condition).min(1, "must hold a condition").max(MAX_CONDITIONS);

export const RuleMatch = z
  .strictObject({
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

const countedBy = z.enum(["all", "user", "api_key", "account", "session", "toolkit"]);
const by = countedBy.default("all");

export const RuleAction = z
  .union([
    z.strictObject({ type: z.literal("deny"), reason }),
    z.strictObject({ type: z.literal("ask"), reason }),
    z.strictObject({
      type: z.literal("redact"),
      place: z.enum(["arguments", "result"]),
      paths: z.array(path).min(1, "must hold a path").max(MAX_CONDITIONS),
      detectors: detectors.optional().meta({ description: "Replaces only what these find in texts" }),
      replacement: Replacement.optional(),
    }),
    z.strictObject({
      type: z.literal("limit"),
      per_minute: z.number().int("must be a whole number").min(1).max(1_000_000),
      by,
    }),
    z.strictObject({
      type: z.literal("limit"),
      per_day: z
        .number()
        .int("must be a whole number")
        .min(1)
        .max(1_000_000_000)
        .meta({ description: "A budget of calls, from midnight to midnight UTC; an event warns at 80 %" }),
      by,
    }),
    z.strictObject({
      type: z.literal("limit"),
      tokens_per_day: z
        .number()
        .int("must be a whole number")
        .min(1)
        .max(1_000_000_000)
        .meta({ description: "A budget of approximate tokens of answers, from midnight to midnight UTC" }),
      by,
    }),
    z.strictObject({ type: z.literal("log") }),
    z.strictObject({ type: z.literal("mark") }),
  ])
  .meta({ id: "PolicyAction" });
export type RuleAction = z.output<typeof RuleAction>;

export const Policy = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    match: z.record(z.string(), z.unknown()).meta({ description: "In the form of PolicyMatch" }),
    action: z.record(z.string(), z.unknown()).meta({ description: "In the form of PolicyAction" }),
    created_by: z.object({ id: z.string(), name: z.string().nullable() }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Policy" });

export const Budget = z
  .object({
    policy_id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    scope: z.enum(["project", "organization"]),
    unit: z.enum(["calls", "tokens"]),
    per_day: z.number().int(),
    counted_by: countedBy,
    most_used: z.number().int().meta({ description: "By the subject that used most: a user, key, account and so on" }),
    subjects: z.number().int().meta({ description: "How many subjects used some of theirs today" }),
    used_up: z.number().int().meta({ description: "How many of them have nothing left" }),
  })
  .meta({ id: "Budget" });

export const policyParams = z.object({ id: z.string().min(1).max(100) });
const policyName = z.string().trim().min(1, "must not be empty").max(100, "must have at most 100 characters");
export const Policies = z.object({ items: z.array(Policy) });

export const NewPolicy = z.object({
  name: policyName,
  enabled: z.boolean().default(true),
  match: RuleMatch.default({}),
  action: RuleAction,
});

export const PolicyChange = z.object({
  name: policyName.optional(),
  enabled: z.boolean().optional(),
  match: RuleMatch.optional(),
  action: RuleAction.optional(),
  if_updated_at: z.iso.datetime().max(40).optional().meta({ description: "updated_at of the policy that was read" }),
});

export const policyOrder = z.object({ ids: z.array(z.string().max(100)).max(MOST_RULES) });
