/** What a project or an organization used in a range of time: calls of tools, and sessions. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MAX_ID } from "@/lib/contract/texts";

export const ENTITY_TYPES = ["tool_calls", "sessions"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The dimensions of each entity type; the first is what groups are made by if the caller names none. */
export const GROUPS = {
  tool_calls: ["tool_slug", "toolkit_slug", "user_id", "session_id", "api_key_id"],
  sessions: ["user_id"],
} as const satisfies Record<EntityType, readonly string[]>;

export const MAX_GROUPS = 1_000;
const MAX_FILTER = 100;
/** The last moment of the year 9999. */
const MAX_EPOCH_MS = 253_402_300_799_999;

const common = {
  method: "POST",
  tag: "Usage",
  auth: "project",
  permission: "observability:read",
  audit: "none",
} as const;

const epochMs = z.number().min(0).max(MAX_EPOCH_MS);
const filter = z.array(z.string().min(1).max(MAX_ID)).min(1).max(MAX_FILTER).nullish();
const filters = z.object({ user_id: filter, session_id: filter }).default({});
const organizationFilters = z
  .object({
    user_id: filter,
    session_id: filter,
    project_id: filter.meta({ description: "Projects of the organization; all of them if absent" }),
  })
  .default({});
const times = {
  from: epochMs.optional().meta({ description: "Epoch milliseconds; 30 days before `to` if absent" }),
  to: epochMs.optional().meta({ description: "Epoch milliseconds, exclusive; now if absent" }),
};
const entity_types = z.array(z.string().max(100)).max(20).nullish();
const grouping = {
  group_by: z
    .string()
    .max(100)
    .nullish()
    .meta({ description: `tool_calls: ${GROUPS.tool_calls.join(", ")}; sessions: ${GROUPS.sessions.join(", ")}` }),
  order_by: z.enum(["key", "total_quantity", "event_count"]).default("total_quantity"),
  order_direction: z.enum(["asc", "desc"]).default("desc"),
  limit: z.number().int().min(1).max(MAX_GROUPS).default(100),
};
const USUAL = { order_by: "total_quantity", order_direction: "desc", limit: 100 } as const;

const amount = {
  total_quantity: z.string(),
  event_count: z.number().int(),
};

const Summary = z.object({
  entities: z.record(z.string(), z.object({ unit: z.string(), ...amount })),
  /** Nothing is charged here. */
  instant_charge: z.literal("0"),
});
const Groups = z.object({
  entity_type: z.string(),
  unit: z.string(),
  ...amount,
  groups: z.array(z.object({ key: z.string(), ...amount })),
});
const params = z.object({
  entity_type: z
    .string()
    .max(100)
    .meta({ description: `One of ${ENTITY_TYPES.join(", ")}` }),
});
const ofOrganization = {
  auth: "organization",
  permission: "organization:read",
  also: ["observability:read"],
} as const;

const DESCRIPTION =
  "Calls are counted by whole hours, and by whole days (UTC) for ranges that begin over 14 days ago; " +
  "a range that begins or ends within one includes it whole. " +
  "An hour or day counts the first thousand values of each kind by name; further ones are in the total only. " +
  "Groups that filter by one thing and group by another are counted from the log, as long as it is kept. " +
  "Sessions are counted by the time they were created, as long as they are kept.";

export const meteredUsageApi = {
  getUsageSummary: operation({
    ...common,
    id: "project.usage.retrieveSummary",
    path: "/api/v3/project/usage/summary",
    summary: "Sum what the project used, by entity type",
    description: DESCRIPTION,
    body: z.object({ ...times, filters, entity_types }).default({ filters: {} }),
    response: Summary,
  }),
  listUsageGroups: operation({
    ...common,
    id: "project.usage.retrieve",
    path: "/api/v3/project/usage/{entity_type}",
    summary: "List what the project used of one entity type, in groups",
    description: DESCRIPTION,
    params,
    body: z.object({ ...times, filters, ...grouping }).default({ filters: {}, ...USUAL }),
    response: Groups,
  }),
  getOrganizationUsageSummary: operation({
    ...common,
    ...ofOrganization,
    id: "org.usage.retrieveSummary",
    path: "/api/v3/org/usage/summary",
    summary: "Sum what the projects of the organization used, by entity type",
    description: DESCRIPTION,
    body: z.object({ ...times, filters: organizationFilters, entity_types }).default({ filters: {} }),
    response: Summary,
  }),
  listOrganizationUsageGroups: operation({
    ...common,
    ...ofOrganization,
    id: "org.usage.retrieve",
    path: "/api/v3/org/usage/{entity_type}",
    summary: "List what the projects of the organization used of one entity type, in groups",
    description: DESCRIPTION,
    params,
    body: z.object({ ...times, filters: organizationFilters, ...grouping }).default({ filters: {}, ...USUAL }),
    response: Groups,
  }),
};
