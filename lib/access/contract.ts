/** Set-up, session, projects, keys of projects and the projects' switches, as the API tells them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";

const at = z.iso.datetime();
const named = (what: string) =>
  z.string().trim().min(1, `must be the ${what}, one character at least`).max(100, "must have at most 100 characters");

/** What a new password must be. Length is what counts: rules about kinds of characters make passwords worse, not better. */
export const Password = z
  .string()
  .min(10, "must have at least 10 characters; a sentence is easy to remember and hard to guess")
  .max(200, "must have at most 200 characters");

/** What browsers accept in an email field (a server's own `root@localhost` too). Compared without regard to case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email({ pattern: z.regexes.html5Email, error: "must be an email address such as ada@example.com" })
      .max(254, "must have at most 254 characters"),
  );

const ProjectRow = z.object({ id: z.string(), name: z.string(), organization_id: z.string() });

const ApiKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters. */
  prefix: z.string(),
  created_at: at,
  expires_at: at.optional(),
  last_used_at: at.optional(),
  revoked_at: at.optional(),
});

const RateLimit = z.object({
  requests: z.number().int().min(1, "must be 1 at least").max(100_000_000),
  seconds: z.number().int().min(1, "must be 1 at least").max(86_400, "must be a day at most"),
});

/** Of our own: how many requests each API key and each signed-in person of the project may send, and how many executions each end user gets. The instance's limits stay. */
const RateLimits = z.object({ key: RateLimit.optional(), user: RateLimit.optional(), end_user: RateLimit.optional() });

const switches = {
  is_2FA_enabled: z.boolean(),
  logo_url: z.string().optional(),
  display_name: z.string().optional(),
  /** Of our own: the colour of the main button where end users connect. */
  accent_color: z.string().optional(),
  mask_secret_keys_in_connected_account: z.boolean(),
  log_visibility_setting: z.enum(["show_all", "dont_store_data"]),
  require_mcp_api_key: z.boolean().optional(),
  rate_limits: RateLimits.optional(),
  /** Of our own: days that executions stay in the log. */
  log_retention_days: z.number().int(),
};

const ProjectConfigPatch = z.object({
  /** A switch without an effect would be worse than none: two-factor sign-in comes from the identity provider. */
  is_2FA_enabled: z
    .literal(false, "cannot be switched on here; require a second factor at your OpenID provider")
    .optional(),
  /** An empty text takes the logo away. */
  logo_url: z
    .union([
      z.literal(""),
      z
        .url({ protocol: /^https?$/, error: "must be the http(s) address of an image" })
        .max(2000, "must have at most 2000 characters"),
    ])
    .optional(),
  /** An empty text takes the name away. */
  display_name: z.string().trim().max(100, "must have at most 100 characters").optional(),
  /** An empty text takes the colour away. */
  accent_color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, "must be a colour such as #1d4ed8")
    .optional(),
  mask_secret_keys_in_connected_account: z.boolean().optional(),
  log_visibility_setting: z.enum(["show_all", "dont_store_data"], "must be show_all or dont_store_data").optional(),
  require_mcp_api_key: z.boolean().optional(),
  /** Executions that are older are deleted every night. */
  log_retention_days: z
    .number("must be a number of days")
    .int("must be a whole number of days")
    .min(1, "must be from 1 to 365")
    .max(365, "must be from 1 to 365")
    .optional(),
  /** Replaces all limits of the project; `{}` takes them away. */
  rate_limits: RateLimits.optional(),
});

const ProjectDetail = ProjectRow.extend(switches).extend({ created_at: at });

const Profile = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().optional(),
  /** False for people who sign in through the OpenID provider alone. */
  has_password: z.boolean(),
  created_at: at,
});

export const accessApi = {
  getSetup: operation({
    id: "getSetup",
    method: "GET",
    path: "/api/v3/internal/patchbay/setup",
    own: true,
    tag: "Set-up",
    auth: "none",
    summary: "Tell whether a set-up link still works",
    query: z.object({ token: z.string().max(200).default("") }),
    response: z.object({ open: z.boolean() }),
  }),
  completeSetup: operation({
    id: "completeSetup",
    method: "POST",
    path: "/api/v3/internal/patchbay/setup",
    own: true,
    tag: "Set-up",
    auth: "none",
    summary: "Make the first owner, the organization and the first project",
    description: "The token of the set-up link is the credential; it works once.",
    body: z.object({
      token: z.string().min(1).max(200),
      email: Email,
      password: Password,
      name: named("person's name").optional(),
      organization_name: named("organization's name").optional(),
      project_name: named("project's name").optional(),
    }),
    response: z.object({
      user: z.object({ id: z.string(), email: z.string() }),
      organization_id: z.string(),
      project_id: z.string(),
    }),
    status: 201,
  }),
  getSession: operation({
    id: "getSession",
    method: "GET",
    path: "/api/v3/internal/patchbay/session",
    own: true,
    tag: "Session",
    auth: "session",
    summary: "Tell who is signed in and what they may use",
    response: z.object({
      user: z.object({ id: z.string(), email: z.string(), name: z.string().optional() }),
      organizations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
      projects: z.array(ProjectRow),
      /** The project that this call was answered for. */
      project_id: z.string(),
      /** Patchbay's version. */
      version: z.string(),
      /** The server runs with example apps on this machine instead of the real ones (`npm run demo`). */
      demo: z.boolean(),
    }),
  }),
  createProject: operation({
    id: "createProject",
    method: "POST",
    path: "/api/v3/internal/patchbay/projects",
    own: true,
    tag: "Projects",
    auth: "session",
    summary: "Make a project in the present organization; for owners",
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
    summary: "Read the present project with its switches",
    response: ProjectDetail,
  }),
  updateProject: operation({
    id: "updateProject",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/project",
    own: true,
    tag: "Projects",
    auth: "session",
    summary: "Change the present project's name and switches; what is left out stays. For owners",
    body: ProjectConfigPatch.extend({ name: named("project's name").optional() }),
    response: ProjectDetail,
  }),
  getProfile: operation({
    id: "getProfile",
    method: "GET",
    path: "/api/v3/internal/patchbay/profile",
    own: true,
    tag: "Session",
    auth: "session",
    summary: "Read your own profile",
    response: Profile,
  }),
  updateProfile: operation({
    id: "updateProfile",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/profile",
    own: true,
    tag: "Session",
    auth: "session",
    summary: "Change your name; an empty text takes it away",
    body: z.object({ name: z.string().trim().max(100, "must have at most 100 characters") }),
    response: Profile,
  }),
  changePassword: operation({
    id: "changePassword",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/password",
    own: true,
    tag: "Session",
    auth: "session",
    summary: "Change your password; every other session of yours ends",
    body: z.object({
      current_password: z.string().min(1, "must be your present password").max(200),
      new_password: Password,
    }),
    response: z.object({ success: z.boolean() }),
  }),
  signOutEverywhere: operation({
    id: "signOutEverywhere",
    method: "POST",
    path: "/api/v3/internal/patchbay/profile/sign_out_everywhere",
    own: true,
    tag: "Session",
    auth: "session",
    summary: "End every session of yours, this one too",
    response: z.object({ success: z.boolean() }),
  }),
  listApiKeys: operation({
    id: "listApiKeys",
    method: "GET",
    path: "/api/v3/internal/patchbay/api_keys",
    own: true,
    tag: "API keys",
    auth: "project",
    summary: "List the project's keys, revoked ones too, newest first",
    query: z.object(pageQuery),
    response: page(ApiKeyRow),
  }),
  createApiKey: operation({
    id: "createApiKey",
    method: "POST",
    path: "/api/v3/internal/patchbay/api_keys",
    own: true,
    tag: "API keys",
    auth: "project",
    summary: "Make a key of the project; its text is shown in this answer only",
    body: z.object({
      name: named("key's name"),
      expires_in_days: z.coerce
        .number({ error: "must be a number of days" })
        .int("must be a whole number of days")
        .min(1, "must be one day at least")
        .max(3650, "must be 3650 days at most")
        .optional(),
    }),
    response: ApiKeyRow.extend({ key: z.string() }),
    status: 201,
  }),
  revokeApiKey: operation({
    id: "revokeApiKey",
    method: "DELETE",
    path: "/api/v3/internal/patchbay/api_keys/{id}",
    own: true,
    tag: "API keys",
    auth: "project",
    summary: "Revoke a key at once",
    params: z.object({ id: z.string() }),
    response: z.object({ id: z.string(), revoked_at: at }),
  }),
  getProjectConfig: operation({
    id: "getOrgProjectConfig",
    method: "GET",
    path: "/api/v3/org/project/config",
    tag: "Projects",
    auth: "project",
    summary: "Read the project's switches",
    response: z.object(switches),
  }),
  updateProjectConfig: operation({
    id: "patchOrgProjectConfig",
    method: "PATCH",
    path: "/api/v3/org/project/config",
    tag: "Projects",
    auth: "project",
    summary: "Change the project's switches; what is left out stays. With a key of the project, or as an owner",
    body: ProjectConfigPatch,
    response: z.object(switches),
  }),
};
