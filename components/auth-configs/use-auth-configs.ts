/** The auth configs that filters and choices offer, including disabled auth configs. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { query, type ResultOf } from "@/lib/contract/client";

export type AuthConfigRow = ResultOf<typeof authConfigsApi.listAuthConfigs>["items"][number];

const MAX_OFFERED = 200;

/** The newest 200 of the project. */
export const useAuthConfigs = () =>
  useQuery({
    ...query(authConfigsApi.listAuthConfigs, { query: { limit: MAX_OFFERED, show_disabled: true } }),
    staleTime: 30_000,
  });

/** The toolkits that have an auth config, by slug and in the order of the alphabet. */
export const toUsedToolkits = (configs: readonly AuthConfigRow[]): string[] =>
  [...new Set(configs.map(({ toolkit }) => toolkit.slug))].sort();
