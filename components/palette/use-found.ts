/** The server's results for the text in the palette: toolkits, tools, users and accounts. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { useFoundAccounts, useFoundUsers } from "@/components/suggestions/use-found";
import { catalogApi } from "@/generated/addresses/catalog";
import { query, type ResultOf } from "@/lib/contract/client";
import { fits } from "./commands";

type Tool = ResultOf<typeof catalogApi.listTools>["items"][number];

/** The maximum for each kind. */
export const MAX_RESULTS = 5;
/** More are requested than shown, because connected toolkits and tools among them are listed first. */
const REQUEST_LIMIT = 20;
/** If more toolkits than this are connected, the rest is not requested separately: the URL would be too long. */
const MOST_CONNECTED = 60;

const placeholderOptions = { placeholderData: keepPreviousData } as const;
const ANYBODYS = { user: "", toolkit: "" };

/** Returns whether the tool's names contain each of the words, in singular or plural. */
const isCalled = ({ name, slug, toolkit }: Tool, words: string): boolean =>
  fits(words.replace(/(\w{3,})s\b/g, "$1"), name, slug, toolkit.name);

/** Tools of connected apps whose names match the words come first, then the best matches. */
function useTools(words: string, enabled: boolean) {
  const connected = useConnectedToolkits();
  const toolkitSlugs = [...(connected ?? [])].slice(0, MOST_CONNECTED);
  const toolQuery = { query: words, toolkit_versions: "latest", include_deprecated: false, limit: REQUEST_LIMIT };
  const all = useQuery({ ...query(catalogApi.listTools, { query: toolQuery }), ...placeholderOptions, enabled });
  const mine = useQuery({
    ...query(catalogApi.listTools, { query: { ...toolQuery, toolkit_slug: toolkitSlugs } }),
    ...placeholderOptions,
    enabled: enabled && toolkitSlugs.length > 0,
  });
  const first = (toolkitSlugs.length > 0 ? (mine.data?.items ?? []) : []).filter((tool) => isCalled(tool, words));
  const rest = connectedFirst(all.data?.items ?? [], ({ toolkit }) => connected?.has(toolkit.slug) ?? false);
  const items = [...new Map([...first, ...rest].map((tool) => [tool.slug, tool])).values()].slice(0, MAX_RESULTS);
  const isOlder = all.isPlaceholderData || (mine.isEnabled && mine.isPlaceholderData);
  return { items, pending: all.isPending || (mine.isEnabled && mine.isPending) || isOlder };
}

function useToolkits(words: string, enabled: boolean) {
  const connected = useConnectedToolkits();
  const { data, isPending, isPlaceholderData } = useQuery({
    ...query(catalogApi.listToolkits, { query: { search: words, limit: REQUEST_LIMIT } }),
    ...placeholderOptions,
    enabled,
  });
  const items = connectedFirst(data?.items ?? [], ({ slug }) => connected?.has(slug) ?? false).slice(0, MAX_RESULTS);
  return { items, pending: isPending || isPlaceholderData };
}

/** Searches start at the second letter. */
export function useFound(words: string) {
  const enabled = words.length > 1;
  const toolkits = useToolkits(words, enabled);
  const tools = useTools(words, enabled);
  const users = useFoundUsers({ text: words, enabled });
  const accounts = useFoundAccounts({ text: words, enabled }, ANYBODYS);
  if (!enabled) return { toolkits: [], tools: [], users: [], accounts: [], pending: false };
  return {
    toolkits: toolkits.items,
    tools: tools.items,
    users: users.slice(0, MAX_RESULTS),
    accounts: accounts.slice(0, MAX_RESULTS),
    pending: toolkits.pending || tools.pending,
  };
}
