/** The initial user of the playground: never a customer whom nobody chose. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import type { Tool } from "./tool-picker";

/** The user id in the API's own examples. The dashboard connects trial accounts for it. */
const USER = "default";
/** Enough to choose from; any other id can be typed. */
const MOST_OFFERED = 50;

export type StartUser = { user: string; offered: readonly string[] };

/**
 * The user in the URL; otherwise `default` if the tool needs no account or that user has an account; otherwise the user
 * of the project's only account that fits. With several, no user is chosen, and those with an active account are
 * offered. Undefined until the accounts are loaded.
 */
export function useStartUser(tool: Tool, requestedUser: string | null): StartUser | undefined {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: tool.toolkit.slug, statuses: "ACTIVE", limit: 100 },
    }),
    enabled: !tool.no_auth,
    // the user must not change while somebody fills in the fields
    staleTime: Infinity,
  });
  if (tool.no_auth) return { user: requestedUser ?? USER, offered: [] };
  if (requestedUser === null && accounts.isPending) return undefined;
  const usable = accounts.data?.items.filter(({ is_disabled: disabled }) => !disabled) ?? [];
  const users = [...new Set(usable.map(({ user_id: user }) => user))];
  const only = usable.length === 1 ? users[0] : undefined;
  const user = requestedUser ?? (users.includes(USER) ? USER : (only ?? ""));
  return { user, offered: users.slice(0, MOST_OFFERED) };
}
