/** Results for the typed text: toolkits and tools of the catalog, users, accounts and triggers of the project. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import type { Option } from "@/components/parts/forms/combobox";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { catalogApi } from "@/generated/addresses/catalog";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { endUsersApi } from "@/generated/addresses/connected-accounts/accounts/users";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";

const MAX_OPTIONS = 8;
/** Shown for a toolkit that only forwards requests. */
export const NO_TOOLS = "No tools";
/** For lists that the server cannot search by text: this many of the newest entries are searched here. */
const LOOKED_THROUGH = 200;

const queryOptions = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;

type OptionQuery = { text: string; enabled: boolean };

const fits = (text: string, ...parts: (string | null | undefined)[]): boolean =>
  parts.join(" ").toLowerCase().includes(text.trim().toLowerCase());

/**
 * Until the answer for this text arrives, only the previous options that fit the text are shown: Enter must not take an
 * outdated choice.
 */
const fresh = (options: Option[], text: string, isOlder: boolean): Option[] =>
  isOlder ? options.filter(({ value, label }) => fits(text, value, label)) : options;

/**
 * Toolkits whose names fit the text, those with an active account first; toolkits without tools of their own are
 * marked. `more` toolkits are read beyond the usual limit.
 */
export function useFoundToolkits({ text, enabled }: OptionQuery, more = 0): Option[] {
  const words = useDeferredValue(text.trim());
  const { data, isPlaceholderData } = useQuery({
    ...query(catalogApi.listToolkits, { query: { ...(words && { search: words }), limit: MAX_OPTIONS + more } }),
    ...queryOptions,
    enabled,
  });
  const connected = useConnectedToolkits(enabled) ?? new Set<string>();
  const nameOf = useToolkitNames();
  const items = (data?.items ?? []).map(({ slug, name, meta: { tools_count: tools } }) => ({
    value: slug,
    label: name,
    toolkit: slug,
    ...(tools === 0 && { detail: NO_TOOLS }),
  }));
  const isConnected = ({ value }: Option) => connected.has(value);
  // Without a text the server lists the most used toolkits, and the project's toolkits can be missing there.
  const missing = [...(words === "" ? connected : [])].filter((slug) => !items.some(({ value }) => value === slug));
  const options = connectedFirst(
    [...items, ...missing.map((slug): Option => ({ value: slug, label: nameOf(slug), toolkit: slug }))],
    isConnected,
  );
  return fresh(options, text, isPlaceholderData || words !== text.trim());
}

/** Tools that fit the text, limited to `toolkit` if it is set; those of connected apps first. */
export function useFoundTools({ text, enabled }: OptionQuery, toolkit: string): Option[] {
  const words = useDeferredValue(text.trim());
  const { data, isPlaceholderData } = useQuery({
    ...query(catalogApi.listTools, {
      query: {
        ...(words && { query: words }),
        ...(toolkit && { toolkit_slug: toolkit }),
        include_deprecated: false,
        limit: MAX_OPTIONS,
      },
    }),
    ...queryOptions,
    enabled: enabled && (words !== "" || toolkit !== ""),
  });
  const connected = useConnectedToolkits(enabled);
  const items = connectedFirst(data?.items ?? [], (tool) => connected?.has(tool.toolkit.slug) ?? false);
  const options = items.map((tool) => ({
    value: tool.slug,
    label: tool.name,
    detail: tool.slug,
    toolkit: tool.toolkit.slug,
  }));
  return fresh(options, text, isPlaceholderData || words !== text.trim());
}

export function useFoundUsers({ text, enabled }: OptionQuery): Option[] {
  const words = useDeferredValue(text.trim());
  const { data, isPlaceholderData } = useQuery({
    ...query(endUsersApi.listUsers, { query: { ...(words && { search: words }), limit: MAX_OPTIONS } }),
    ...queryOptions,
    enabled,
  });
  const options = (data?.items ?? []).map(({ user_id: id }) => ({ value: id, label: id }));
  return fresh(options, text, isPlaceholderData || words !== text.trim());
}

/** Accounts by id, alias, user or toolkit. `user` limits them if the log is limited to a user. */
export function useFoundAccounts({ text, enabled }: OptionQuery, { user, toolkit }: { user: string; toolkit: string }) {
  const { data } = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: {
        ...(user && { user_ids: [user] }),
        ...(toolkit && { toolkit_slugs: [toolkit] }),
        limit: LOOKED_THROUGH,
      },
    }),
    ...queryOptions,
    enabled,
  });
  return (data?.items ?? [])
    .filter((account) =>
      fits(text, account.id, account.alias, account.user_id, account.toolkit.slug, account.current_user_info?.name),
    )
    .slice(0, MAX_OPTIONS)
    .map(
      (account): Option => ({
        value: account.id,
        label: account.alias ?? account.user_id,
        detail: account.id,
        toolkit: account.toolkit.slug,
      }),
    );
}

export function useFoundTriggers({ text, enabled }: OptionQuery): Option[] {
  const { data } = useQuery({
    ...query(triggersApi.listTriggers, { query: { show_disabled: true, limit: LOOKED_THROUGH } }),
    ...queryOptions,
    enabled,
  });
  return (data?.items ?? [])
    .filter((trigger) => fits(text, trigger.id, trigger.trigger_name, trigger.user_id))
    .slice(0, MAX_OPTIONS)
    .map((trigger) => ({
      value: trigger.id,
      label: trigger.trigger_name,
      detail: `${trigger.id} · ${trigger.user_id}`,
    }));
}

/** Trigger types by parts of their slugs. */
export function useFoundTriggerTypes({ text, enabled }: OptionQuery): Option[] {
  const { data } = useQuery({ ...query(triggersApi.listTriggerSlugs, {}), ...queryOptions, enabled });
  const words = text.trim().toUpperCase();
  return (data ?? [])
    .filter((slug) => slug.includes(words.replace(/\s+/g, "_")))
    .slice(0, MAX_OPTIONS)
    .map((slug) => ({ value: slug, label: slug }));
}
