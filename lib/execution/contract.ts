/** Runs a tool, or sends a caller's own request, with the credentials of an account. */
import { z } from "zod";
import { Cached, CacheWish } from "@/lib/contract/cache-wish";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { operation } from "@/lib/contract/operation";
import { MAX_BASE64, MAX_ID, MAX_URL, webAddress } from "@/lib/contract/texts";
import { Receipt } from "@/lib/contract/receipt";
import { ResponseShape } from "@/lib/contract/response-shape";

const Values = z.record(z.string(), z.unknown());

/** Credentials given with the request instead of a connected account. */
export const CustomConnectionData = z
  .object({
    authScheme: z.string().max(MAX_ID),
    toolkitSlug: z.string().max(MAX_ID).toLowerCase(),
    val: ofFewKeys(Values),
  })
  .meta({ id: "CustomConnectionData" });

export const CustomAuthParams = z
  .object({
    base_url: z.string().max(MAX_URL).optional(),
    /** The spelling of older clients. */
    baseURL: z.string().max(MAX_URL).optional(),
    parameters: z
      .array(
        z.object({
          name: z.string().min(1).max(200),
          in: z.enum(["query", "header", "path", "subdomain", "cookie"]).meta({
            description:
              "path and subdomain fill the place {name} of the address: one encoded part of its path, or the first label of its host",
          }),
          value: z.union([z.string().max(16_384), z.number()]),
        }),
      )
      .max(50)
      .optional(),
    body: ofFewKeys(Values.optional()),
  })
  .meta({ id: "CustomAuthParams" });

/** Patchbay's own: the request is built and shown without its secrets, but not sent. */
const dryRun = z.boolean().nullish();

/** Patchbay's own: reads the pages of a list one after another and joins them. */
export const AutoPaginate = z
  .union([
    z.boolean(),
    z.object({
      /** The first page counts too; default 10. */
      max_pages: z
        .number()
        .int("must be a whole number")
        .min(1, "must be from 1 to 20")
        .max(20, "must be from 1 to 20")
        .optional(),
      /** No further page is read once there are so many items; pages are never cut. Default 5,000. */
      max_items: z
        .number()
        .int("must be a whole number")
        .min(1, "must be from 1 to 5000")
        .max(5000, "must be from 1 to 5000")
        .optional(),
    }),
  ])
  .nullish();

/** The most hooks of a session, and the longest sentence that one can block by. */
const MAX_HOOKS = 20;
const MAX_CONDITION = 2000;

const conditionCheck = z.strictObject({
  type: z.literal("condition_check"),
  condition: z.string().trim().min(1, "must say what to block").max(MAX_CONDITION),
  action: z.literal("block"),
});
const injectionCheck = z.strictObject({ type: z.literal("prompt_injection_check"), action: z.literal("block") });
const webhook = z.strictObject({
  type: z.literal("webhook"),
  url: webAddress("must be an http or https address"),
  timeout_seconds: z.number().int().min(1, "must be from 1 to 30").max(30, "must be from 1 to 30").optional(),
});
const hookParts = {
  id: z.string().trim().min(1).max(100),
  name: z.string().trim().min(1).max(200).optional(),
  applies_to: z
    .union([
      z.literal("all"),
      z.strictObject({ toolkits: z.array(z.string().trim().toLowerCase().min(1).max(200)).min(1).max(100) }),
    ])
    .default("all"),
  on_failure: z.enum(["block", "continue"]).optional().meta({
    description: "Patchbay's own: what happens to a call for which the hook has no verdict; block by default",
  }),
};

/** A check of a session's calls: before they run, or of their results. */
export const SessionHook = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...hookParts,
      type: z.literal("before_execute"),
      handler: z.discriminatedUnion("type", [conditionCheck, webhook]),
    }),
    z.strictObject({
      ...hookParts,
      type: z.literal("after_execute"),
      handler: z.discriminatedUnion("type", [conditionCheck, injectionCheck, webhook]),
    }),
  ])
  .meta({ id: "SessionHook" });
export type SessionHook = z.output<typeof SessionHook>;
export const SessionHooks = z
  .array(SessionHook)
  .max(MAX_HOOKS, "has too many hooks")
  .refine((hooks) => new Set(hooks.map(({ id }) => id)).size === hooks.length, "must have a different id for each");

const HookResult = z.union([
  z.object({ id: z.string(), status: z.literal("evaluated"), outcome: z.enum(["continue", "block"]) }),
  z.object({ id: z.string(), status: z.literal("unavailable") }),
]);
export type HookResult = z.output<typeof HookResult>;
const BlockReason = z.object({ type: z.enum(["request_blocked", "response_blocked"]), hook_id: z.string() });

/** What the hooks of a session did to a call; with `reason`, the call is blocked. */
export const hookFields = {
  reason: BlockReason.optional(),
  /** The same as `reason`. */
  block_reason: BlockReason.optional(),
  message: z.string().optional(),
  hook_results: z.array(HookResult).optional(),
};

export const ToolAnswer = z
  .object({
    ...hookFields,
    data: Values,
    error: z.string().nullable(),
    successful: z.boolean(),
    log_id: z.string(),
    /** Of our own: arguments that were left out, as the tool has none of their names. */
    warnings: z.array(z.string()).optional(),
    cached: Cached.optional(),
  })
  .meta({ id: "ToolAnswer" });

const BinaryBody = z.union([
  z.object({ base64: z.string().min(1).max(MAX_BASE64), content_type: z.string().max(200).optional() }),
  z.object({ url: z.string().max(MAX_URL), content_type: z.string().max(200).optional() }),
]);

export const executionApi = {
  executeTool: operation({
    id: "postToolsExecuteByToolSlug",
    method: "POST",
    path: "/api/v3/tools/execute/{tool_slug}",
    browserToken: true,
    tag: "Tools",
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    summary: "Execute a tool",
    description:
      "A refusal or failure of the provider is an answer with successful false; " +
      "an error status means that this server did not send the request. " +
      "With the header Idempotency-Key, " +
      "requests with the same key and body within 24 hours are executed once and get one answer. " +
      "With dry_run, data holds the request that would be sent. " +
      "With auto_paginate, a tool that reads a list with GET gives its following pages too: " +
      "data has the shape of one page with all items in its list, " +
      "and data.auto_paginate says how many pages and items there are, " +
      "whether there are more, why it stopped, and the arguments of the next page. " +
      "When a later page fails, the pages before it are the answer.",
    params: z.object({ tool_slug: z.string().max(MAX_ID) }),
    body: z.object({
      connected_account_id: z.string().max(500).nullish(),
      user_id: z.string().trim().max(500).nullish(),
      /** The older name of user_id. */
      entity_id: z.string().trim().max(500).nullish(),
      version: z.string().max(500).nullish(),
      arguments: ofFewKeys(Values.nullish(), 1000),
      custom_auth_params: CustomAuthParams.nullish(),
      custom_connection_data: CustomConnectionData.nullish(),
      /** The task in plain language; used if `arguments` is left out. */
      text: z.string().max(20_000).nullish(),
      dry_run: dryRun,
      auto_paginate: AutoPaginate,
      cache: CacheWish.nullish(),
      response: ResponseShape.nullish().meta({
        description: "Patchbay's own: how small the answer must be. Of failed calls, and of dry runs, it stays whole",
      }),
      receipt: z.boolean().nullish().meta({ description: "The answer has a signed receipt of the execution" }),
      allow_tracing: z.unknown().optional(),
    }),
    response: ToolAnswer.extend({ receipt: Receipt.optional() }),
  }),
  describeInput: operation({
    id: "postToolsExecuteByToolSlugInput",
    method: "POST",
    path: "/api/v3/tools/execute/{tool_slug}/input",
    tag: "Tools",
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    summary: "Turn plain language into a tool's arguments",
    description: "Asks the language model that the operator configured; nothing is executed.",
    params: z.object({ tool_slug: z.string().max(MAX_ID) }),
    body: z.object({
      text: z.string().min(1, "must say what to do").max(20_000),
      /** Replaces the tool's description. */
      custom_description: z.string().max(20_000).nullish(),
      /** Replaces this server's own instructions to the model. */
      system_prompt: z.string().max(20_000).nullish(),
      version: z.string().max(500).nullish(),
    }),
    response: z.object({ arguments: Values.optional(), error: z.string().optional() }),
  }),
  executeProxy: operation({
    id: "postToolsExecuteProxy",
    method: "POST",
    path: "/api/v3/tools/execute/proxy",
    tag: "Tools",
    auth: "project",
    permission: "proxy_execute:write",
    audit: "none",
    summary: "Send a request to a provider with an account's credentials",
    description:
      "status is the provider's; " +
      "502 and 504 also stand for a provider that could not be reached or did not answer in time. " +
      "The header Idempotency-Key and dry_run work as for executing a tool.",
    body: z.object({
      connected_account_id: z.string().max(500).optional(),
      /** A path on the account's base URL, or an absolute URL on one of the toolkit's hosts. */
      endpoint: z.string().min(1).max(8192),
      method: z.enum(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]),
      body: z.unknown().optional(),
      binary_body: BinaryBody.optional(),
      parameters: z
        .array(
          z.object({
            name: z.string().min(1).max(200),
            value: z.coerce.string().max(16_384),
            type: z.enum(["query", "header"]),
          }),
        )
        .max(100)
        .optional(),
      custom_connection_data: CustomConnectionData.optional(),
      dry_run: dryRun,
    }),
    response: z.object({
      ...hookFields,
      /** "blocked" if a hook of the session blocked the request: it has no response of the provider then. */
      result_type: z.literal("blocked").optional(),
      data: z.unknown().optional(),
      binary_data: z
        .object({
          url: z.string(),
          content_type: z.string(),
          size: z.number().int(),
          expires_at: z.string().optional(),
        })
        .optional(),
      status: z.number().int(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  }),
};
