/** The server's results for the text in the palette: toolkits, tools, users, accounts and parts of guides. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { useFoundAccounts, useFoundUsers } from "@/components/suggestions/use-found";
import { catalogApi } from "@/generated/addresses/catalog";
import { findApi } from "@/generated/addresses/find";
import { guidesApi } from "@/generated/addresses/guides";
import { query } from "@/lib/contract/client";

/** The maximum for each kind. */
const MAX_RESULTS = 5;
/** More are requested than shown, because connected toolkits among them are listed first. */
const REQUEST_LIMIT = 20;
/** The longest text that the search of the documentation takes. */
const MAX_WORDS_LENGTH = 200;
/** Results of a text are shown again immediately when somebody types it again. */
const KEPT_MS = 60_000;

const placeholderOptions = { placeholderData: keepPreviousData, staleTime: KEPT_MS } as const;
const ANYBODYS = { user: "", toolkit: "" };

/** Tools in the order of Find; the last word can be the beginning of one. */
function useTools(words: string, enabled: boolean) {
  const { data, isPending, isPlaceholderData } = useQuery({
    ...query(findApi.suggestTools, { query: { query: words } }),
    ...placeholderOptions,
    enabled,
  });
  return { items: data?.items ?? [], pending: isPending || isPlaceholderData };
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

/** Pages of the documentation, their headings, and operations of the API, in the order of its search. */
function useGuides(words: string, enabled: boolean) {
  const { data, isPending, isPlaceholderData } = useQuery({
    ...query(guidesApi.searchGuides, { query: { q: words.slice(0, MAX_WORDS_LENGTH) } }),
    ...placeholderOptions,
    enabled,
  });
  return { items: data?.results ?? [], pending: isPending || isPlaceholderData };
}

/** Searches start at the second letter. */
export function useFound(words: string) {
  const enabled = words.length > 1;
  const toolkits = useToolkits(words, enabled);
  const tools = useTools(words, enabled);
  const users = useFoundUsers({ text: words, enabled });
  const accounts = useFoundAccounts({ text: words, enabled }, ANYBODYS);
  const guides = useGuides(words, enabled);
  if (!enabled) return { toolkits: [], tools: [], users: [], accounts: [], guides: [], pending: false };
  return {
    toolkits: toolkits.items,
    tools: tools.items,
    users: users.slice(0, MAX_RESULTS),
    accounts: accounts.slice(0, MAX_RESULTS),
    guides: guides.items.slice(0, MAX_RESULTS),
    pending: toolkits.pending || tools.pending || guides.pending,
  };
}
