/** A toolkit's name, for a list or a page that has only its slug. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { toolkitNamesApi } from "@/generated/addresses/catalog/toolkit-names";
import { query } from "@/lib/contract/client";
import { toToolkitSlug } from "./to-tool-name";

/** Names rarely change: one response serves all pages of the tab. */
const KEPT_MS = 600_000;

const useNames = () =>
  useQuery({ ...query(toolkitNamesApi.listToolkitNames, {}), staleTime: KEPT_MS, gcTime: KEPT_MS }).data?.names;

/** The name for a slug; the slug itself until names are known, and for a toolkit that is gone. */
export function useToolkitNames(): (slug: string) => string {
  const names = useNames();
  return (slug) => (names && Object.hasOwn(names, slug) ? (names[slug] ?? slug) : slug);
}

/** The toolkit of a tool, where only the tool is known; an empty text until toolkits are known. */
export function useToolkitOf(): (tool: string) => string {
  const names = useNames();
  return (tool) => (names ? toToolkitSlug(tool, (slug) => Object.hasOwn(names, slug)) : "");
}

export const ToolkitName = ({ slug }: { slug: string }) => useToolkitNames()(slug);
