/** A toolkit's name, for a list or a page that has only its slug. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { toolkitNamesApi } from "@/generated/addresses/catalog/toolkit-names";
import { query } from "@/lib/contract/client";

/** Names rarely change: one response serves all pages of the tab. */
const KEPT_MS = 600_000;

/** The name for a slug; the slug itself until names are known, and for a toolkit that is gone. */
export function useToolkitNames(): (slug: string) => string {
  const { data } = useQuery({ ...query(toolkitNamesApi.listToolkitNames, {}), staleTime: KEPT_MS, gcTime: KEPT_MS });
  return (slug) => (data && Object.hasOwn(data.names, slug) ? (data.names[slug] ?? slug) : slug);
}

export const ToolkitName = ({ slug }: { slug: string }) => useToolkitNames()(slug);
