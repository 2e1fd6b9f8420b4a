/** The names of the project's API keys. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { accessApi } from "@/generated/addresses/access";
import { pages } from "@/lib/contract/client";

/** Names of the newest keys by their ids, also of revoked keys; empty for members who may not read them. */
export function useKeyNames(enabled = true): ReadonlyMap<string, string> {
  const { data } = useInfiniteQuery({
    ...pages(accessApi.listApiKeys, { query: { limit: 100 } }),
    staleTime: 60_000,
    enabled,
    retry: false,
  });
  return new Map(data?.pages.flatMap(({ items }) => items.map(({ id, name }) => [id, name] as const)));
}
