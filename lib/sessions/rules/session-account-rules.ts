/** The session's rules for the accounts of a toolkit, for the account choice of an execution. */
import type { SessionRules } from "@/lib/connected-accounts/accounts/choose-in-session";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Session } from "../session";

/**
 * The rules for executions within the session.
 * @param account the account that the call itself names, by id or alias
 */
export function sessionAccountRules({ config }: Session, toolkitSlug: string, account?: string): SessionRules {
  const { enable, require_explicit_selection: explicit } = config.multi_account;
  const authConfigId = ownValue(config.auth_configs, toolkitSlug);
  return {
    by: "session",
    ...(account && { named: account }),
    pinned: ownValue(config.connected_accounts, toolkitSlug) ?? [],
    ...(authConfigId && { authConfigId }),
    explicit: enable && explicit,
  };
}
