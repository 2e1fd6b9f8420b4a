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

/** The toolkits that have types, by name. */
export const toolkitsOf = (types: readonly ShortType[]): [string, string][] =>
  [...new Map(types.map(({ toolkit }) => [toolkit.slug, toolkit.name]))].sort(([, a], [, b]) => a.localeCompare(b));
