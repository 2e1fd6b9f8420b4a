/** `toolkits/<slug>/triggers.yaml`: the trigger types of a toolkit as a person writes them. */
import { z } from "zod";
import { Condition, Ingress, Poll } from "../trigger-type";

const Words = z.string().trim().min(1);

/** A JSON schema of one field of a payload, and the path of its value: the field's own name by default. */
const ConfigField = z.looseObject({
  type: z.enum(["string", "integer", "number", "boolean", "array", "object"]),
  description: Words,
  required: z.boolean().default(false),
});

/** A JSON schema of one field of a payload, and the path to its value; the default path is the field's own name. */
const PayloadField = z.looseObject({
  type: z.enum(["string", "integer", "number", "boolean", "array", "object", "any"]),
  description: Words.optional(),
  from: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** The provider can omit it. */
  optional: z.boolean().default(false),
  as: z.enum(["base64url", "seconds", "milliseconds", "text"]).optional(),
  /** Always this value. */
  fixed: z.union([z.string(), z.boolean()]).optional(),
});

/** An event of a provider, as its documentation shows it. */
const Sample = z.strictObject({
  headers: z.record(z.string().toLowerCase(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.unknown().default(null),
  /** The answer to `detail` of a poll. */
  detail: z.unknown().optional(),
  /** A config whose trigger accepts the sample; by default an example of each required field. */
  config: z.record(z.string(), z.unknown()).default({}),
});

const ScopeAlternatives = z.array(z.string().min(1));

const TriggerEntry = z
  .strictObject({
    name: Words,
    description: Words,
    /** Slugs in other platforms or older clients: each is a type of its own. */
    alsoNamed: z.array(z.string().regex(/^[A-Z0-9_]{3,100}$/)).default([]),
    /** How it was tested, if not only against the provider's documentation. */
    tried: z.enum(["live", "emulator"]).optional(),
    instructions: z.string().default(""),
    /** In place of the file's. */
    scopes: ScopeAlternatives.optional(),
    config: z.record(z.string(), ConfigField).default({}),
    /** Fields, or a schema's description alone where the whole event is delivered. */
    payload: z.record(z.string(), z.union([PayloadField, z.string()])).default({}),
    /** The whole event is delivered; `payload` then only describes it. */
    whole: z.boolean().default(false),
    when: z.array(Condition).default([]),
    hookEvents: z.array(z.string()).default([]),
    events: z.string().optional(),
    hook: Ingress.shape.hook,
    poll: Poll.optional(),
    sample: Sample,
  })
  .refine(({ poll, hookEvents, events }) => !poll || (hookEvents.length === 0 && events === undefined), {
    path: ["poll"],
    error: "a trigger that is polled has no events of a hook",
  })
  .refine(({ poll, hook }) => !hook || Boolean(poll) === Boolean(hook.ends), {
    path: ["hook"],
    error: "only the hook of a trigger that is polled ends by itself",
  });
export type TriggerEntry = z.infer<typeof TriggerEntry>;

export const TriggerFile = z.strictObject({
  /** Where the facts stand in the provider's documentation. */
  source: z.url(),
  webhook: Ingress.optional(),
  /**
   * Alternatives of the scopes that its triggers take; one of several scopes has spaces between them. An empty list
   * means that any token will do.
   */
  scopes: ScopeAlternatives.optional(),
  /** Other toolkits that have the same triggers: their slug to the prefix of their trigger types. */
  alsoIn: z.record(z.string(), z.string().regex(/^[A-Z0-9_]+$/)).default({}),
  /** Parts that entries share by YAML anchors. */
  shared: z.unknown().optional(),
  triggers: z.record(z.string().regex(/^[A-Z0-9_]{3,100}$/, "capital letters, digits and _"), TriggerEntry),
});
export type TriggerFile = z.infer<typeof TriggerFile>;
