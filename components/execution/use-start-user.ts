/** For whom the playground starts: somebody whose account makes the tool work, where there is one. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { query } from "@/lib/contract/client";
import type { Tool } from "./tool-picker";

/** Without anybody connected, the id that the API's own examples use. */
const USER = "default";

/**
 * The user that the address asks for; else `default` where that user has an active account of the tool's toolkit, else
 * the one who connected last, else `default`. Undefined while that is not known.
 */
export function useStartUser(tool: Tool, asked: string | null): string | undefined {
  const wanted = asked === null && !tool.no_auth;
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: tool.toolkit.slug, statuses: "ACTIVE", limit: 100 },
    }),
    enabled: wanted,
    // the user must not change under the fields while somebody fills them in
    staleTime: Infinity,
  });
  if (!wanted) return asked ?? USER;
  if (accounts.isPending) return undefined;
  const usable = accounts.data?.items.filter(({ is_disabled: disabled }) => !disabled) ?? [];
  return (usable.find(({ user_id: user }) => user === USER) ?? usable[0])?.user_id ?? USER;
}
