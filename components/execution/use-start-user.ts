/** For whom the playground starts: never for a customer whom nobody chose. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { accountName } from "@/components/connected-accounts/account-name";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import type { Tool } from "./tool-picker";

/** The id that the API's own examples use, and that the dashboard connects accounts for to try them. */
const USER = "default";
/** Enough to choose from; any other id can be typed. */
const MOST_OFFERED = 50;

export type OnlyAccount = { id: string; user: string; name: string };
/** `only`: the one account of the project that fits, where nobody chose a user. */
export type StartUser = { user: string; offered: readonly string[]; only?: OnlyAccount | undefined };

/**
 * The user that the address asks for; else `default` where a tool needs no account or that user has one; else nobody,
 * and those with an active account are offered, a single one by name. Undefined while that is not known.
 */
export function useStartUser(tool: Tool, asked: string | null): StartUser | undefined {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: tool.toolkit.slug, statuses: "ACTIVE", limit: 100 },
    }),
    enabled: !tool.no_auth,
    // the user must not change under the fields while somebody fills them in
    staleTime: Infinity,
  });
  if (tool.no_auth) return { user: asked ?? USER, offered: [] };
  if (asked === null && accounts.isPending) return undefined;
  const usable = accounts.data?.items.filter(({ is_disabled: disabled }) => !disabled) ?? [];
  const users = [...new Set(usable.map(({ user_id: user }) => user))];
  const user = asked ?? (users.includes(USER) ? USER : "");
  const [one, ...others] = usable;
  const only = one && others.length === 0 && !user;
  return {
    user,
    offered: users.slice(0, MOST_OFFERED),
    only: only ? { id: one.id, user: one.user_id, name: accountName(one) } : undefined,
  };
}
