/** Switches that protect a project: a leaked key, or a developer, must not be able to switch them off. */
import { refusal } from "./authorize";
import type { ProjectCaller } from "./caller";
import type { ProjectConfig } from "./project-config";
import { permissionsOf } from "./roles";

type Limit = { requests: number; seconds: number };

const looser = (before: Limit | undefined, after: Limit | undefined): boolean =>
  before !== undefined &&
  (after === undefined ||
    after.requests > before.requests ||
    after.requests / after.seconds > before.requests / before.seconds);

type Limits = NonNullable<ProjectConfig["rateLimits"]>;
const SUBJECTS = ["key", "user", "endUser"] as const satisfies readonly (keyof Limits)[];

/** Names on the wire of the switches that a change would loosen. */
const LOWERED: Readonly<Record<string, (before: ProjectConfig, after: Partial<ProjectConfig>) => boolean>> = {
  mask_secret_keys_in_connected_account: (before, after) => before.maskSecrets && after.maskSecrets === false,
  /** What was never stored cannot be read with a stolen key. */
  log_visibility_setting: (before, after) => !before.storePayloads && after.storePayloads === true,
  is_2FA_enabled: (before, after) => before.wantsTwoFactor === true && after.wantsTwoFactor === false,
  require_mcp_api_key: (before, after) => before.requireMcpApiKey !== false && after.requireMcpApiKey === false,
  /** Who may name the verifier decides who connects, and where people go from the provider. */
  oauth_callback_verifier_url: ({ callbackVerifierUrl: before = "" }, { callbackVerifierUrl: after = before }) =>
    after !== before,
  rate_limits: ({ rateLimits: before }, { rateLimits: after }) =>
    after !== undefined && SUBJECTS.some((subject) => looser(before?.[subject], after[subject])),
};

/** @throws ApiError Forbidden, naming the field, for a caller who may not change the project itself */
export function assertKeepsProtection(
  caller: ProjectCaller,
  before: ProjectConfig,
  after: Partial<ProjectConfig>,
): void {
  if (permissionsOf(caller).has("project:write")) return;
  for (const [field, lowers] of Object.entries(LOWERED))
    if (lowers(before, after)) throw refusal(caller, "project:write", `lower the project's protection: ${field}`);
}

/** What a refusal says of rules about approvals. */
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
 * All accounts of a project at once are an emergency, which only who leads the project declares; single ones, and all of a
 * user, a toolkit or an auth config, are everyday work.
 * @throws ApiError Forbidden for a caller who may not change the project itself
 */
export function assertMayRevokeProject(caller: ProjectCaller): void {
  if (!permissionsOf(caller).has("project:write"))
    throw refusal(caller, "project:write", "revoke every account of the project");
}
