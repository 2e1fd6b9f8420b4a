/** Projects and their switches in the API. */
import { z } from "zod";
import { FRAME_ORIGIN, isFrameOrigin } from "@/lib/contract/frame-origin";
import { LinkMinutes } from "@/lib/contract/link-minutes";
import { operation } from "@/lib/contract/operation";
import { ProjectRow } from "../sign-in/contract";
import { named } from "@/lib/contract/named";
import { hasControls, MAX_MOMENT } from "@/lib/contract/texts";
import { DefaultResponse, ResponseShape } from "@/lib/contract/response-shape";

const Origins = z
  .array(z.string().trim().max(300).refine(isFrameOrigin, { error: FRAME_ORIGIN }), "must be a list of origins")
  .max(20, "must name at most 20 origins");

const RateLimit = z.object({
  requests: z.number().int().min(1, "must be 1 at least").max(100_000_000),
  seconds: z.number().int().min(1, "must be 1 at least").max(86_400, "must be a day at most"),
});

/**
 * Patchbay's own field: how many requests each API key and each signed-in person of the project may send, and how many
 * executions each end user gets. The instance's limits still apply.
 */
const RateLimits = z.object({ key: RateLimit.optional(), user: RateLimit.optional(), end_user: RateLimit.optional() });

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** People are sent there with what completes their connection: encrypted, or not over a network at all. */
function isVerifierUrl(text: string): boolean {
  try {
    const { protocol, hostname, username, password, hash } = new URL(text);
    const safe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
    return safe && !username && !password && !hash;
  } catch {
    return false;
  }
}

const switches = {
  is_2FA_enabled: z.boolean(),
  /** Patchbay's own field: who asks for the second factor, as a sentence for people; null while the switch is off. */
  is_2FA_enforced_by: z.string().nullable(),
  logo_url: z.string().optional(),
  display_name: z.string().optional(),
  /** Patchbay's own field: the color of the main button where end users connect. */
  accent_color: z.string().optional(),
  mask_secret_keys_in_connected_account: z.boolean(),
  log_visibility_setting: z.enum(["show_all", "dont_store_data"]),
  require_mcp_api_key: z.boolean().optional(),
  /** Patchbay's own field: the user that MCP addresses without a user call for; null refuses such addresses. */
  mcp_default_user_id: z.string().nullable(),
  rate_limits: RateLimits.optional(),
  oauth_callback_verifier_url: z.string().nullable(),
  /** Patchbay's own field: how many minutes links to the connect page work. */
  link_lifetime_minutes: z.number().int(),
  connect_frame_origins: z.array(z.string()),
  /** Patchbay's own field: origins whose pages can call the API with browser tokens. */
  browser_origins: z.array(z.string()),
  /** Patchbay's own field: days that executions stay in the log. */
  log_retention_days: z.number().int(),
  /** Patchbay's own field: days after which an unused session ends; null if sessions stay until they are deleted. */
  session_retention_days: z.number().int().nullable(),
  /**
   * Patchbay's own switch: credentials of accounts can go to other addresses than those of the toolkit or the account.
   */
  account_credentials_elsewhere: z.boolean(),
  /**
   * Patchbay's own switch: a toolkit version that this server does not have is refused instead of answered with the
   * latest one.
   */
  strict_toolkit_versions: z.boolean(),
  /**
   * Patchbay's own field: version 00000000_00 means the latest toolkit versions at this time; null for a project that
   * is older than this field.
   */
  toolkit_versions_as_of: z.iso.datetime().nullable(),
  /** Patchbay's own field: how small answers of executions are that ask for nothing themselves. */
  default_response: ResponseShape.optional(),
};

export const ProjectConfigPatch = z.object({
  /** Stored as the project's wish: the OpenID provider asks for the second factor, see is_2FA_enforced_by. */
  is_2FA_enabled: z.boolean("must be true or false").optional(),
  /** An empty text removes the logo. */
  logo_url: z
    .union([
      z.literal(""),
      z
        .url({ protocol: /^https?$/, error: "must be the http(s) address of an image" })
        .max(2000, "must have at most 2000 characters"),
    ])
    .optional(),
  /** An empty text removes the name. */
  display_name: z.string().trim().max(100, "must have at most 100 characters").optional(),
  /** An empty text removes the color. */
  accent_color: z
    .string()
    .trim()
    .toLowerCase()
    .max(7)
    .regex(/^(#[0-9a-f]{6})?$/, "must be a color such as #1d4ed8")
    .optional(),
  mask_secret_keys_in_connected_account: z.boolean().optional(),
  log_visibility_setting: z.enum(["show_all", "dont_store_data"], "must be show_all or dont_store_data").optional(),
  require_mcp_api_key: z.boolean().optional(),
  /** An empty text or null refuses MCP addresses without a user. */
  mcp_default_user_id: z
    .string()
    .trim()
    .max(500, "must have at most 500 characters")
    .refine((text) => !hasControls(text), { error: "must have no control characters" })
    .nullable()
    .optional(),
  /** An empty text or null switches the verification off. */
  oauth_callback_verifier_url: z
    .string()
    .trim()
    .max(2000, "must have at most 2000 characters")
    .refine((text) => text === "" || (isVerifierUrl(text) && !hasControls(text)), {
      error: "must be an https address of your app (http on localhost), without a user name and without a #",
    })
    .nullable()
    .optional(),
  /** Patchbay's own field: from ten minutes to seven days; existing links keep their time. */
  link_lifetime_minutes: LinkMinutes.optional(),
  /** Patchbay's own field: origins whose pages can show the connect page in a frame. */
  connect_frame_origins: Origins.optional(),
  /** Patchbay's own field: origins whose pages can call the API with browser tokens. */
  browser_origins: Origins.optional(),
  /** Older executions are deleted every night. */
  log_retention_days: z
    .number("must be a number of days")
    .int("must be a whole number of days")
    .min(1, "must be from 1 to 365")
    .max(365, "must be from 1 to 365")
    .optional(),
  /** Sessions that were not used for this many days are deleted every hour; null: they stay until a deletion. */
  session_retention_days: z
    .number("must be a number of days")
    .int("must be a whole number of days")
    .min(1, "must be from 1 to 365")
    .max(365, "must be from 1 to 365")
    .nullish(),
  /**
   * While it is on, every caller who may execute tools can have an account's credentials sent to a server of their own.
   */
  account_credentials_elsewhere: z.boolean("must be true or false").optional(),
  strict_toolkit_versions: z.boolean("must be true or false").optional(),
  /** A later time moves the project to the toolkit versions of that time. */
  toolkit_versions_as_of: z.iso.datetime("must be a time such as 2026-11-23T10:00:00Z").max(MAX_MOMENT).optional(),
  /** Replaces the whole default; null removes it. */
  default_response: DefaultResponse.nullish(),
  /** Replaces all limits of the project; `{}` removes them. */
  rate_limits: RateLimits.optional(),
});

const ProjectDetail = ProjectRow.extend(switches).extend({ created_at: z.iso.datetime() });

export const projectsApi = {
  createProject: operation({
    id: "createProject",
    method: "POST",
    path: "/api/v3/internal/patchbay/projects",
    own: true,
    tag: "Projects",
    auth: "session",
    permission: "organization:write",
    audit: "project.create",
    summary: "Create a project in the current organization",
    body: z.object({ name: named("project's name") }),
    response: ProjectRow,
    status: 201,
  }),
  getProject: operation({
    id: "getProject",
    method: "GET",
    path: "/api/v3/internal/patchbay/project",
    own: true,
    tag: "Projects",
    auth: "session",
    permission: "project:read",
    audit: "none",
    summary: "Read the current project with its switches",
    response: ProjectDetail,
  }),
  updateProject: operation({
    id: "updateProject",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/project",
    own: true,
    tag: "Projects",
    auth: "session",
    permission: "project:write",
    audit: "project.update",
    summary: "Change the current project's name and switches; omitted fields stay unchanged",
    body: ProjectConfigPatch.extend({ name: named("project's name").optional() }),
    response: ProjectDetail,
  }),
  uploadProjectLogo: operation({
    id: "uploadProjectLogo",
    method: "PUT",
    path: "/api/v3/internal/patchbay/project/logo",
    own: true,
    tag: "Projects",
    auth: "session",
    permission: "project:write",
    audit: "project.update",
    summary: "Upload an image as the project's logo",
    description:
      "A PNG, JPEG or WebP image of at most 512 KB and 2000 by 2000 pixels, judged by its bytes. " +
      "It is served from this server's address, which logo_url then is; an empty logo_url takes it away.",
    body: z.object({
      content: z
        .base64("must be base64")
        .min(1, "must not be empty")
        .max(720_000, "has more than 512 KB")
        .meta({ description: "The bytes of the image in base64" }),
    }),
    response: ProjectDetail,
  }),
  getProjectLogo: operation({
    id: "getProjectLogo",
    method: "GET",
    path: "/logos/project/{id}",
    own: true,
    tag: "Projects",
    auth: "none",
    permission: "public",
    audit: "none",
    summary: "A project's uploaded logo",
    params: z.object({ id: z.string().max(100) }),
    response: z.unknown(),
  }),
  getProjectConfig: operation({
    id: "getOrgProjectConfig",
    method: "GET",
    path: "/api/v3/org/project/config",
    tag: "Projects",
    auth: "project",
    permission: "project_config:read",
    audit: "none",
    summary: "Read the project's switches",
    response: z.object(switches),
  }),
  updateProjectConfig: operation({
    id: "patchOrgProjectConfig",
    method: "PATCH",
    path: "/api/v3/org/project/config",
    tag: "Projects",
    auth: "project",
    permission: "project_config:write",
    audit: "project_config.update",
    summary: "Change the project's switches; omitted fields stay unchanged",
    description:
      "A key of the project, and a developer, may change what does not lower its protection: " +
      "masking, the key of MCP addresses and where credentials go are loosened, " +
      "and what is logged, how long logs and sessions are kept, rate limits, " +
      "longer links and the callback verifier are changed, in a session of an owner or admin.",
    body: ProjectConfigPatch,
    response: z.object(switches),
  }),
};
