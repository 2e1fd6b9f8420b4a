/** The user that snippets name: the last one who connected an account, or a placeholder. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";

export type AgentUser = { user: string; toolkits: readonly string[] };

const NOBODY: AgentUser = { user: "user-1", toolkits: [] };
const ENOUGH = 5;

/** Undefined while users are loaded. */
export function useAgentUser(person?: AgentUser): AgentUser | undefined {
  const mayRead = useMay("connected_accounts:read");
  const users = useQuery({
    ...query(connectedAccountsApi.listUsers, { query: { limit: ENOUGH } }),
    enabled: mayRead && person === undefined,
    staleTime: 30_000,
  });
  if (person) return person;
  if (users.isPending && mayRead) return undefined;
  const connected = users.data?.items.find(({ accounts }) => accounts.active > 0);
  return connected ? { user: connected.user_id, toolkits: connected.toolkits } : NOBODY;
}
