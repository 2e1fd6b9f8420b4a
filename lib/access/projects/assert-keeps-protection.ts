/**
 * Switches that protect a project: a leaked key, or a developer, must not loosen them, blind the log, or lock others
 * out.
 */
import { refusal } from "../authorize";
import type { ProjectCaller } from "../caller";
import { LINK_MINUTES, LOG_RETENTION_DAYS, sessionDaysOf, type ProjectConfig } from "./project-config";
import { permissionsOf } from "../roles";

const SUBJECTS = ["key", "user", "endUser"] as const;

/** Looser limits let a stolen key do more; stricter limits lock out every other key and person. */
const otherLimits = (before: ProjectConfig["rateLimits"], after: ProjectConfig["rateLimits"]): boolean =>
  SUBJECTS.some(
    (subject) =>
      before?.[subject]?.requests !== after?.[subject]?.requests ||
      before?.[subject]?.seconds !== after?.[subject]?.seconds,
  );

const differs = <Value>(before: Value, after: Value | undefined): boolean => after !== undefined && after !== before;

/** Names on the wire of the switches, with whether a change needs somebody who leads the project. */
const LOWERED: Readonly<Record<string, (before: ProjectConfig, after: Partial<ProjectConfig>) => boolean>> = {
  mask_secret_keys_in_connected_account: (before, after) => before.maskSecrets && after.maskSecrets === false,
  /** Storing payloads lets a stolen key read more; not storing them hides what a stolen key did. */
  log_visibility_setting: (before, after) => differs(before.storePayloads, after.storePayloads),
  /** A shorter time deletes the traces of a stolen key; a longer time keeps data that people expect to be deleted. */
  log_retention_days: (before, after) => differs(before.logRetentionDays ?? LOG_RETENTION_DAYS, after.logRetentionDays),
  session_retention_days: (before, after) => sessionDaysOf(before) !== sessionDaysOf({ ...before, ...after }),
  /** A link that is lost connects accounts for as long as it works. */
  link_lifetime_minutes: (before, after) =>
    after.linkMinutes !== undefined && after.linkMinutes > (before.linkMinutes ?? LINK_MINUTES.usual),
  /** A page that frames the connect page can cover it with other content. */
  connect_frame_origins: ({ frameOrigins: before = [] }, { frameOrigins: after = [] }) =>
    after.some((origin) => !before.includes(origin)),
  /** A page of any origin could try the tokens that it gets hold of. */
  browser_origins: ({ browserOrigins: before = [] }, { browserOrigins: after = [] }) =>
    after.some((origin) => !before.includes(origin)),
  /** Otherwise anybody with permission to use an account could read its token. */
  account_credentials_elsewhere: (before, after) =>
    before.credentialsElsewhere !== true && after.credentialsElsewhere === true,
  is_2FA_enabled: (before, after) => before.wantsTwoFactor === true && after.wantsTwoFactor === false,
  require_mcp_api_key: (before, after) => before.requireMcpApiKey !== false && after.requireMcpApiKey === false,
  /** Otherwise everybody with an address of the project's MCP servers could call for a user that a stolen key chose. */
  mcp_default_user_id: (before, after) => differs(before.mcpDefaultUser ?? "", after.mcpDefaultUser),
  /** The verifier decides who connects, and where people go after the provider. */
  oauth_callback_verifier_url: ({ callbackVerifierUrl: before = "" }, { callbackVerifierUrl: after = before }) =>
    after !== before,
  rate_limits: ({ rateLimits: before }, { rateLimits: after }) => after !== undefined && otherLimits(before, after),
};

/** Whether a change lowers the protection of a project: a person who does it needs a fresh sign-in. */
export const lowersProtection = (before: ProjectConfig, after: Partial<ProjectConfig>): boolean =>
  Object.values(LOWERED).some((lowers) => lowers(before, after));

/** @throws ApiError Forbidden, naming the field, for a caller who may not change the project itself */
export function assertKeepsProtection(
  caller: ProjectCaller,
  before: ProjectConfig,
  after: Partial<ProjectConfig>,
): void {
  if (permissionsOf(caller).has("project:write")) return;
  for (const [field, lowers] of Object.entries(LOWERED))
    if (lowers(before, after)) throw refusal(caller, "project:write", `change what protects the project: ${field}`);
}

/** The text about approval rules in a refusal. */
export const LOOSEN_APPROVALS = "let more calls run unasked";

/**
 * For changes of another room that let an agent do more unasked.
 * @returns throws Forbidden for a caller who may not change the project itself
 */
export const loosener =
  (caller: ProjectCaller, what: string): (() => void) =>
  () => {
    if (!permissionsOf(caller).has("project:write")) throw refusal(caller, "project:write", what);
  };

/**
 * Only a person who leads the project may revoke all of its accounts at once, because that is for emergencies. To
 * revoke single accounts, or all of a user, a toolkit or an auth config, is everyday work.
 * @throws ApiError Forbidden for a caller who may not change the project itself
 */
export function assertMayRevokeProject(caller: ProjectCaller): void {
  if (!permissionsOf(caller).has("project:write"))
    throw refusal(caller, "project:write", "revoke every account of the project");
}
