/** The names of accounts that a list knows by ID only. The rows of a list ask together, in one request. */
"use client";
import { useQuery } from "@tanstack/react-query";

const KEPT_MS = 300_000;

/** Not part of a list's first load: the names come after its rows. */
const loadFinder = () => import("./find-account-name").then(({ findAccountName }) => findAccountName);

/** Undefined until it is known, for a deleted account, and for members who may not read accounts. */
export function useAccountName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["account-name", id],
    queryFn: async () => (id ? (await loadFinder())(id) : null),
    enabled: Boolean(id),
    staleTime: KEPT_MS,
    retry: false,
  });
  return data ?? undefined;
}
