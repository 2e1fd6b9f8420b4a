/** What an operation lets its caller do, in words that roles and keys are made of. */

/** The areas that a key can be limited to, as the published scoped keys have them; `files` is our own. */
export const KEY_AREAS = [
  "auth_configs",
  "connected_accounts",
  "tools",
  "tool_execution",
  "proxy_execute",
  "toolkits",
  "triggers",
  "webhooks",
  "observability",
  "sessions",
  "mcp_servers",
  "files",
] as const;

const AREAS = [
  ...KEY_AREAS,
  /** The switches of a project that its developers can change. */
  "project_config",
  /** A project's name and every switch of it, those that protect its secrets too. */
  "project",
  "api_keys",
  "members",
  "audit",
  /** An organization and which projects it has. */
  "organization",
  /** Settings for every organization of this server. */
  "instance",
] as const;

export type KeyArea = (typeof KEY_AREAS)[number];

/** Of a project, an organization or the server. */
export type AreaPermission = `${(typeof AREAS)[number]}:${"read" | "write"}`;
/** Of every person on themselves. */
export type ProfilePermission = "profile:read" | "profile:write";

/** `link`: the token in the path allows it. `public`: everybody may. */
export type Permission = AreaPermission | ProfilePermission | "link" | "public";

export const READS: readonly AreaPermission[] = AREAS.map((area) => `${area}:read` as const);
export const WRITES: readonly AreaPermission[] = AREAS.map((area) => `${area}:write` as const);
