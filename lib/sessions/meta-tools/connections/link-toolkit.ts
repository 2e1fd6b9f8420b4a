/** A link for a session's user to connect a toolkit. */
import { requireAuthConfig, type AuthConfig } from "@/lib/auth-configs/auth-configs";
import { requireSessionConfig } from "@/lib/auth-configs/require-session-config";
import { linkToConnect, reconnectLink, type WayToConnect } from "@/lib/connected-accounts/manage/link-to-connect";
import { ApiError } from "@/lib/kernel/errors";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Session } from "../../session";

export type LinkWish = {
  /** The address to which the person returns; default: the session's address. */
  callbackUrl?: string | undefined;
  /** The name of the account. */
  alias?: string | undefined;
  /** The account to reconnect. */
  again?: string | undefined;
  /** Whether to add an account to those that the user has. */
  another?: boolean | undefined;
  /** Whether the project's app verifies who comes back. */
  verified?: boolean | undefined;
  /** How long the link works, if the project has set it. */
  linkMinutes?: number | undefined;
};

/** @throws ApiError BadRequest for a config of the session that cannot be used, and if no config can be made */
async function configOf({ projectId, config }: Session, toolkitSlug: string): Promise<AuthConfig> {
  const named = ownValue(config.auth_configs, toolkitSlug);
  if (named === undefined) return requireSessionConfig(projectId, toolkitSlug);
  const authConfig = await requireAuthConfig(projectId, named);
  if (authConfig.toolkitSlug === toolkitSlug && authConfig.enabled) return authConfig;
  const why = authConfig.enabled ? `is for ${authConfig.toolkitSlug}` : "is disabled";
  throw new ApiError("BadRequest", `The session's auth config ${named} for ${toolkitSlug} ${why}.`, {
    suggestedFix: `Name another one in the session's auth_configs.${toolkitSlug}, or enable it.`,
  });
}

/** The address of the link for the person: a session can set the developer's own address in front of the token. */
function shownUrl({ config }: Session, { url, token }: WayToConnect): string {
  const overwrite = config.experimental.link_url_overwrite;
  return overwrite === undefined ? url : `${overwrite.replace(/\/+$/, "")}/link/${token}`;
}

/**
 * Returns the previous link if it still works, and reuses an account that already waits for its user.
 * @throws ApiError as `linkToConnect`; BadRequest without an auth config if none can be created
 */
export async function linkToolkit(session: Session, toolkitSlug: string, wish: LinkWish = {}): Promise<WayToConnect> {
  const { projectId, userId } = session;
  const { alias, again, another = false, verified, linkMinutes } = wish;
  const callbackUrl = wish.callbackUrl ?? session.config.manage_connections.callback_url;
  const withShownUrl = (way: WayToConnect): WayToConnect => ({ ...way, url: shownUrl(session, way) });
  if (again !== undefined)
    return withShownUrl(await reconnectLink(projectId, again, { redirectUrl: callbackUrl, linkMinutes }));
  const { id: authConfigId } = await configOf(session, toolkitSlug);
  const options = {
    authConfigId,
    userId,
    values: {},
    verified,
    linkMinutes,
    ...(alias && { alias }),
    ...(callbackUrl && { callbackUrl }),
  };
  return withShownUrl(await linkToConnect(projectId, options, another));
}
