/** All trigger types in short: they are data of the catalog, read once in a while. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/contract/client";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";
import type { ShortType } from "./trigger-words";

export const useTypes = () => useQuery({ ...query(triggerPagesApi.listShortTriggerTypes, {}), staleTime: 60_000 });

/** By slug; empty until they have come. */
export function useTypeMap(): ReadonlyMap<string, ShortType> {
  return new Map((useTypes().data?.items ?? []).map((type) => [type.slug, type]));
}

/** The name of a type in words; undefined until the types have come, and for an unknown type. */
export function useTypeName(slug: string | null): string | undefined {
  const types = useQuery({
    ...query(triggerPagesApi.listShortTriggerTypes, {}),
    staleTime: 60_000,
    enabled: slug !== null,
  });
  return types.data?.items.find((type) => type.slug === slug)?.name;
}

/** The toolkits that have types, by name. */
export const toolkitsOf = (types: readonly ShortType[]): [string, string][] =>
  [...new Map(types.map(({ toolkit }) => [toolkit.slug, toolkit.name]))].sort(([, a], [, b]) => a.localeCompare(b));
