/** The configuration of a session: as clients send it, and as it is stored and returned. */
import { z } from "zod";
import { ofFewKeys } from "@/lib/contract/few-keys";
import { SessionHook, SessionHooks } from "@/lib/execution/contract";
import { Approvers, ApproversIn } from "@/lib/contract/approvals/approvers";
import { DefaultResponse, ResponseShape } from "@/lib/contract/response-shape";
import { webAddress } from "@/lib/contract/texts";

export const Hint = z.enum([
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
  "createHint",
  "updateHint",
]);
export type Hint = z.infer<typeof Hint>;

const toolkitSlug = z.string().trim().toLowerCase().min(1).max(200);
const toolSlug = z.string().trim().min(1).max(200);
const accountId = z.string().trim().min(1).max(200);
const TOO_MANY = "has too many entries";
const toolkits = z.array(toolkitSlug).max(1000, TOO_MANY);
const tools = z.array(toolSlug).max(2000, TOO_MANY);
const hints = z.array(Hint).max(20, TOO_MANY);
const webUrl = webAddress("must be an http or https address");

/** The tools that need an approval. */
const approvals = z.array(z.string().trim().min(1).max(200)).max(2000, TOO_MANY).optional();

/** Send one or the other; a list alone means `enable`. */
const eitherOf = <T extends z.ZodType>(list: T) =>
  z.union([
    list,
    z.strictObject({ enable: list, require_approval: approvals }),
    z.strictObject({ disable: list, require_approval: approvals }),
    z.strictObject({ require_approval: approvals.unwrap() }),
  ]);

const TagsIn = z.union([
  hints,
  z.strictObject({ enable: hints.optional(), disable: hints.optional(), require_approval: hints.optional() }),
]);
const ToolsIn = z.union([eitherOf(tools), z.strictObject({ tags: TagsIn })]);
/** Keys of a map are toolkits. */
const byToolkit = <T extends z.ZodType>(value: T) => ofFewKeys(z.record(toolkitSlug, value), 1000);

const PreloadIn = z.strictObject({ tools: z.union([z.literal("all"), tools]).optional() });
const Size = z.enum(["standard", "medium", "large", "xlarge"]);
const ManageIn = z.strictObject({
  enable: z.boolean().nullish(),
  callback_url: webUrl.nullish(),
  enable_wait_for_connections: z.boolean().nullish(),
  enable_connection_removal: z.boolean().nullish(),
});
const WorkbenchIn = z.strictObject({
  enable: z.boolean().optional(),
  enable_proxy_execution: z.boolean().optional(),
  auto_offload_threshold: z.number().int().min(0).max(10_000_000).optional(),
  sandbox_size: Size.optional(),
});
const MultiAccountIn = z.strictObject({
  enable: z.boolean().optional(),
  max_accounts_per_toolkit: z.number().int().min(2, "must be from 2 to 10").max(10, "must be from 2 to 10").nullish(),
  require_explicit_selection: z.boolean().optional(),
});
export const Permissions = z.strictObject({
  default: z.enum(["allow_all", "ask_every_call", "ask_once_per_session"]),
  overrides: ofFewKeys(
    z.record(z.string().max(200), z.enum(["always_allow", "always_deny", "ask_once", "ask_always"])).optional(),
    2000,
  ),
});
const JsonSchema = z.record(z.string(), z.unknown());

/** A tool that the client runs itself: the session only lists it. */
export const CustomToolIn = z.object({
  slug: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[A-Za-z0-9_-]+$/, "must have letters, digits, _ and - only"),
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().min(1).max(4000),
  input_schema: JsonSchema,
  output_schema: JsonSchema.optional(),
  extends_toolkit: toolkitSlug.optional(),
  preload: z.boolean().optional(),
});
export const CustomToolkitIn = z.object({
  slug: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .regex(/^[A-Za-z0-9_-]+$/, "must have letters, digits, _ and - only"),
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().min(1).max(4000),
  preload: z.boolean().optional(),
  tools: z.array(CustomToolIn.omit({ extends_toolkit: true })).max(100, TOO_MANY),
});
export const CustomTools = {
  custom_tools: z.array(CustomToolIn).max(100, TOO_MANY).optional(),
  custom_toolkits: z.array(CustomToolkitIn).max(20, TOO_MANY).optional(),
};

const experimental = {
  permissions: Permissions.nullish(),
  link_url_overwrite: webUrl.nullish(),
  fast_mode: z.boolean().nullish(),
  session_config_id: z.string().max(100).optional(),
  submit_feedback: z.object({ enable: z.boolean().default(false) }).nullish(),
};

/**
 * Whether tools with a price can run. Nothing has a price here: other values than `false` are reported as without
 * effect.
 */
const PaidUse = z.union([z.boolean(), z.looseObject({})]).nullish();

/** The settings of a session that `create` and `update` accept; null removes a setting. */
export const sessionSettings = {
  hooks: SessionHooks.nullish(),
  instant: PaidUse,
  /** The older name of `instant`. */
  premium_usage: PaidUse,
  toolkits: eitherOf(toolkits).nullish(),
  tools: byToolkit(ToolsIn).nullish(),
  tags: TagsIn.nullish(),
  auth_configs: byToolkit(accountId).nullish(),
  /** One id, or several. */
  connected_accounts: byToolkit(z.union([accountId, z.array(accountId).max(10)])).nullish(),
  manage_connections: z.union([z.boolean(), ManageIn]).nullish(),
  workbench: WorkbenchIn.nullish(),
  /** The newer name of `workbench`. */
  sandbox: WorkbenchIn.nullish(),
  multi_account: MultiAccountIn.nullish(),
  preload: PreloadIn.nullish(),
  search: z.strictObject({ enable: z.boolean().optional() }).nullish(),
  execute: z.strictObject({ enable_multi_execute: z.boolean().optional() }).nullish(),
  proxy_execute: z.strictObject({ enable: z.boolean().optional() }).nullish(),
  /** Patchbay's own: how small answers are of calls that ask for nothing themselves. */
  default_response: DefaultResponse.nullish(),
  /** Patchbay's own: the people who decide about calls that wait, if the project names none. */
  approvers: ApproversIn.nullish(),
  require_approval: z
    .strictObject({
      toolkits: approvals,
      tools: byToolkit(z.array(toolSlug).max(2000)).optional(),
      tags: hints.optional(),
      /** Tags that apply to the tools of one toolkit. */
      tool_tags: byToolkit(hints).optional(),
    })
    .nullish(),
};

export const CreateExperimental = z.looseObject({
  ...experimental,
  ...CustomTools,
  assistive_prompt_config: z.object({ user_timezone: z.string().max(100).optional() }).nullish(),
});
export const UpdateExperimental = CreateExperimental.nullish();

// ---- as it is stored and returned: `enable` has become `enabled`

const ChosenList = z.union([z.object({ enabled: z.array(z.string()) }), z.object({ disabled: z.array(z.string()) })]);
const Tags = z.object({ enabled: z.array(Hint).optional(), disabled: z.array(Hint).optional() });

export const SessionConfig = z
  .object({
    toolkits: ChosenList.optional(),
    tools: z.record(z.string(), z.union([ChosenList, z.object({ tags: Tags })])).optional(),
    tags: Tags.optional(),
    auth_configs: z.record(z.string(), z.string()).optional(),
    connected_accounts: z.record(z.string(), z.array(z.string())).optional(),
    manage_connections: z.object({
      enabled: z.boolean(),
      callback_url: z.string().optional(),
      enable_wait_for_connections: z.boolean(),
      enable_connection_removal: z.boolean(),
    }),
    workbench: z.object({
      enable: z.boolean(),
      proxy_execution_enabled: z.boolean(),
      auto_offload_threshold: z.number().optional(),
      sandbox_size: Size,
    }),
    multi_account: z.object({
      enable: z.boolean(),
      max_accounts_per_toolkit: z.number().optional(),
      require_explicit_selection: z.boolean(),
    }),
    preload: z.object({ tools: z.union([z.literal("all"), z.array(z.string())]) }),
    search: z.object({ enable: z.boolean() }),
    execute: z.object({ enable_multi_execute: z.boolean() }),
    proxy_execute: z.object({ enable: z.boolean() }),
    hooks: z.array(SessionHook).optional(),
    default_response: ResponseShape.optional(),
    approvers: Approvers.optional(),
    require_approval: z
      .object({
        toolkits: z.array(z.string()).optional(),
        tools: z.record(z.string(), z.array(z.string())).optional(),
        tags: z.array(Hint).optional(),
        tool_tags: z.record(z.string(), z.array(Hint)).optional(),
      })
      .optional(),
    experimental: z.object({
      permissions: Permissions.optional(),
      link_url_overwrite: z.string().optional(),
      fast_mode: z.boolean().optional(),
      submit_feedback: z.object({ enable: z.boolean() }).optional(),
      user_timezone: z.string().optional(),
      custom_tools: z.array(CustomToolIn).optional(),
      custom_toolkits: z.array(CustomToolkitIn).optional(),
      source_session_config_id: z.string().optional(),
    }),
  })
  .meta({ id: "SessionConfig" });
export type SessionConfig = z.infer<typeof SessionConfig>;
