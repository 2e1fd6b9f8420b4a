/** The published reads about the caller: who they are, and what they can reach. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { cursorQuery, flagQuery, limitQuery } from "@/lib/contract/page";
import { ProjectPage } from "../projects/owner-projects.contract";

const time = z.iso.datetime();
const Absent = z.null();
const Id = z.string().meta({ description: "As a UUID" });
const NanoId = z.string();

const InfoProject = z.object({
  auto_id: z.number(),
  id: Id,
  nano_id: NanoId,
  org_id: Id,
  name: z.string(),
  email: z.string(),
  created_at: time,
  updated_at: time,
  webhook_url: Absent,
  event_webhook_url: Absent,
  webhook_secret: Absent,
  triggers_enabled: z.boolean(),
  last_subscribed_at: Absent,
  deleted: z.boolean(),
  is_new_webhook: z.boolean(),
  webhook_version: z.literal("V3"),
  org: z.object({ id: NanoId, name: z.string(), plan: z.string() }),
});

const InfoKey = z.object({
  auto_id: z.number(),
  id: NanoId,
  name: z.string(),
  project_id: NanoId,
  org_member_id: NanoId,
  created_at: time,
  updated_at: time,
  deleted_at: Absent,
  key: z.string().meta({ description: "The key's first characters" }),
  deleted: z.boolean(),
});

const InfoMember = z.object({
  id: NanoId,
  email: z.string(),
  name: z.string(),
  role: z.string(),
  metadata: z.object({}),
});

export const sessionInfoApi = {
  getSessionInfo: operation({
    id: "getAuthSessionInfo",
    method: "GET",
    path: "/api/v3/auth/session/info",
    tag: "Session",
    auth: "project",
    permission: "project_config:read",
    audit: "none",
    summary: "Show the project, the API key and the member behind this call",
    description:
      "The member behind an API key is who created it, or else the first owner of the organization. " +
      "api_key is null for a sign-in and for a key of a user.",
    response: z.object({ project: InfoProject, api_key: InfoKey.nullable(), org_member: InfoMember }),
  }),
  listOrganizations: operation({
    id: "org.list",
    method: "GET",
    path: "/api/v3/org/list",
    tag: "Session",
    auth: "user",
    permission: "profile:read",
    audit: "none",
    summary: "List your organizations, oldest membership first",
    query: z.object({ limit: limitQuery(20, 50), cursor: cursorQuery }),
    response: z.object({
      organizations: z.array(z.object({ id: z.string(), name: z.string(), created_at: time, updated_at: time })),
      next_cursor: z.string().nullable(),
      total_pages: z.number().int(),
      current_page: z.number().int(),
      total_items: z.number().int(),
    }),
  }),
  listProjects: operation({
    id: "org.project.list",
    method: "GET",
    path: "/api/v3/org/project/list",
    tag: "Session",
    auth: "user",
    permission: "profile:read",
    audit: "none",
    summary: "List the projects of the organization in x-org-id, newest first",
    description:
      "Without the header, of your first organization; with list_all_org_projects, of all your organizations.",
    query: z.object({ list_all_org_projects: flagQuery, limit: limitQuery(20, 50), cursor: cursorQuery }),
    response: ProjectPage,
  }),
};
