/** What a session says of the accounts of a toolkit, for the choice of the account of an execution. */
import type { SessionRules } from "@/lib/connected-accounts/accounts/session-choice";
import type { Session } from "../sessions/session";

/** A record of a session's configuration has the keys that callers sent: only its own ones count. */
const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * The rules for executions within the session.
 * @param account the account that the call itself names, by id or alias
 */
export function sessionAccountRules({ config }: Session, toolkitSlug: string, account?: string): SessionRules {
  const { enable, require_explicit_selection: explicit } = config.multi_account;
  const authConfigId = own(config.auth_configs, toolkitSlug);
  return {
    by: "session",
    ...(account && { named: account }),
    pinned: own(config.connected_accounts, toolkitSlug) ?? [],
    ...(authConfigId && { authConfigId }),
    explicit: enable && explicit,
  };
}
