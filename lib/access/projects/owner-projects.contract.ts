/** The projects of an organization in the API, for its keys and its members. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, limitQuery } from "@/lib/contract/page";
import { KEY_AREAS } from "@/lib/contract/permission";
import { Network } from "../keys/contract";
import { ProjectConfigPatch } from "./contract";

const Absent = z.null().meta({ description: "Webhooks have operations of their own: webhook_subscriptions" });

/** A project in the published form. */
export const PublishedProject = z.object({
  id: z.string(),
  org_id: z.string(),
  name: z.string(),
  email: z
    .string()
    .meta({ description: "Of the organization's first owner; empty for callers who may not read its members" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  webhook_url: Absent,
  event_webhook_url: Absent,
  webhook_secret: Absent,
  triggers_enabled: z.boolean(),
  last_subscribed_at: z.null(),
  is_new_webhook: z.boolean(),
  webhook_version: z.literal("V3"),
  deleted: z.boolean(),
});

/** A page of projects: as every list, but `data` instead of `items`. */
export const ProjectPage = z.object({
  data: z.array(PublishedProject),
  next_cursor: z.string().nullable(),
  total_pages: z.number().int(),
  current_page: z.number().int(),
  total_items: z.number().int(),
});

const KeyRow = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().meta({ description: "Whole in the answer that creates the key; otherwise its first characters" }),
  created_at: z.iso.datetime(),
});

const nano_id = z.string().min(1).max(100).meta({ description: "ID of the project" });
const path = "/api/v3/org/owner/project";
const shared = { tag: "Projects", auth: "organization" } as const;

const KeyPermission = z.object({
  preset: z.enum(KEY_AREAS, { error: "must be an area of keys" }).meta({
    description: "The area; session_management, session_tool_execution and legacy_mcp are no areas of this server",
  }),
  access: z.enum(["none", "read", "write", "read_write"]).meta({ description: "write includes read" }),
});

/** The published switches; the others have operations of their own. */
const NewConfig = ProjectConfigPatch.pick({
  is_2FA_enabled: true,
  logo_url: true,
  display_name: true,
  mask_secret_keys_in_connected_account: true,
  log_visibility_setting: true,
  require_mcp_api_key: true,
});

export const ownerProjectsApi = {
  listOwnerProjects: operation({
    ...shared,
    id: "getOrgOwnerProjectList",
    method: "GET",
    path: `${path}/list`,
    permission: "organization:read",
    audit: "none",
    summary: "List the organization's projects, newest first",
    query: z.object({ limit: limitQuery(20, 50), cursor: cursorQuery }),
    response: ProjectPage,
  }),
  createOwnerProject: operation({
    ...shared,
    id: "postOrgOwnerProjectNew",
    method: "POST",
    path: `${path}/new`,
    permission: "organization:write",
    also: ["api_keys:write"],
    audit: "project.create",
    fresh: true,
    summary: "Create a project, with an API key if should_create_api_key is true",
    body: z.object({
      name: z
        .string()
        .min(3, "must have at least 3 characters")
        .max(75, "must have at most 75 characters")
        .regex(/^[a-zA-Z0-9_-]+$/, "must consist of letters, digits, _ and -"),
      should_create_api_key: z.boolean().default(false),
      api_key_allowed_ips: z
        .array(Network)
        .min(1, "must name one at least; leave it out for no limit")
        .max(200, "must name 200 at most")
        .optional(),
      api_key_permissions: z.array(KeyPermission).min(1).max(100).optional(),
      config: NewConfig.optional(),
    }),
    response: z.object({ id: z.string(), name: z.string(), api_key: z.string().nullable() }),
  }),
  getOwnerProject: operation({
    ...shared,
    id: "getOrgOwnerProjectByNanoId",
    method: "GET",
    path: `${path}/{nano_id}`,
    permission: "organization:read",
    also: ["api_keys:read"],
    audit: "none",
    summary: "Read a project of the organization, with its working API keys",
    params: z.object({ nano_id }),
    response: PublishedProject.extend({ api_keys: z.array(KeyRow) }),
  }),
  regenerateProjectKey: operation({
    ...shared,
    id: "postOrgOwnerProjectByNanoIdRegenerateApiKey",
    method: "POST",
    path: `${path}/{nano_id}/regenerate_api_key`,
    permission: "organization:write",
    also: ["api_keys:write"],
    audit: "api_key.create",
    fresh: true,
    summary: "Replace the API key that came with a project; its other keys stay",
    description:
      'Revokes the keys named "default" immediately and creates another one, ' +
      "with the same scopes and limits as the newest of them.",
    params: z.object({ nano_id }),
    response: z.object({ api_key: KeyRow, message: z.string() }),
  }),
};
