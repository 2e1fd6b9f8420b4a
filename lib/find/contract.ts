/** Finds tools for a request in plain words: which fit, why, and in which order to call them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const tag = "Find";
const slug = z.string().max(200);

/** A request in plain words. The limit is far above what helps. */
export const Request = z.string().trim().min(1, "must not be empty").max(2000);

const Why = z.object({
  /** Words of the request that the tool has, the weightiest first; `via` is the word that stood for it. */
  matched: z.array(
    z.object({
      word: z.string(),
      via: z.string().optional(),
      fields: z.array(z.enum(["toolkit", "name", "intents", "description", "parameters", "parameterTexts"])),
      /** Its part of the score by words, 0 to 1. */
      share: z.number(),
    }),
  ),
  boosts: z.array(z.string()),
});

const FoundTool = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
    tags: z.array(z.string()),
    deprecated: z.boolean(),
    /** From 0 to 1, relative to the best tool of its step. */
    score: z.number(),
    /** How much of what was asked it has. */
    fit: z.enum(["high", "medium", "low"]),
    /** Its relation to the first tool. Null for the primary tools. */
    relation: z.enum(["prerequisite", "alternative"]).nullable(),
    why: Why,
  })
  .meta({ id: "FoundTool" });

const PlanStep = z.object({
  tag: z.enum(["prerequisite", "required", "optional", "fallback"]),
  /** Null for what no tool does: connecting an app. */
  tool: z.string().nullable(),
  text: z.string(),
});

export const FoundPlan = z
  .object({
    /** recipe: written by people; tools: made from what the tools need; model: by the configured language model */
    source: z.enum(["recipe", "tools", "model"]),
    title: z.string(),
    steps: z.array(PlanStep),
    pitfalls: z.array(z.object({ tool: z.string(), text: z.string() })),
  })
  .meta({ id: "FoundPlan" });

const FoundStep = z
  .object({
    /** From 1. */
    index: z.number().int(),
    text: z.string(),
    confidence: z.enum(["high", "medium", "low"]),
    /** Why nothing fits well, in a sentence; null if something does. */
    nothing_fits: z.string().nullable(),
    primary: z.array(FoundTool),
    related: z.array(FoundTool),
    plan: FoundPlan.nullable(),
  })
  .meta({ id: "FoundStep" });

const FoundApp = z
  .object({
    slug: z.string(),
    name: z.string(),
    logo: z.string(),
    /** not_needed: its tools run without an account */
    connection: z.enum(["connected", "not_connected", "not_needed"]),
    active_accounts: z.number().int(),
  })
  .meta({ id: "FoundApp" });

export const findApi = {
  find: operation({
    id: "findTools",
    method: "POST",
    path: "/api/v3/internal/patchbay/find",
    own: true,
    tag,
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "Find the tools for a request in plain words, and in which order to call them",
    body: z.object({
      request: Request,
      toolkits: z.array(slug.toLowerCase()).max(50).optional().meta({ description: "Only tools of these" }),
      user_id: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .meta({ description: "Whose accounts count as connected. Default: any user's of the project" }),
    }),
    response: z.object({ steps: z.array(FoundStep), apps: z.array(FoundApp) }),
  }),
  suggestTools: operation({
    id: "suggestTools",
    method: "GET",
    path: "/api/v3/internal/patchbay/find/suggestions",
    own: true,
    tag,
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "Find tools while somebody types: the last word can be the beginning of one",
    query: z.object({ query: z.string().trim().max(200).default("") }),
    response: z.object({
      items: z.array(
        z.object({ slug: z.string(), name: z.string(), toolkit: z.object({ slug: z.string(), name: z.string() }) }),
      ),
    }),
  }),
};
