/** The values that a tool's arguments can have in the chosen account: listed by another tool, when somebody asks. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { ValueLists } from "@/components/schema-form/value-lists";
import { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import { query } from "@/lib/contract/client";
import type { Values } from "./arguments-draft";
import type { Settings } from "./call-settings";
import { loadValues } from "./load-values";

/** Undefined for a tool without such arguments. The object stays the same while somebody fills in the form. */
export function useValueLists(slug: string, settings: Settings, values: Values): ValueLists | undefined {
  const lists = useQuery({
    ...query(catalogDetailsApi.getToolRequest, { params: { slug }, query: {} }),
    // A meta tool has no request.
    enabled: !slug.startsWith("COMPOSIO_"),
    staleTime: 300_000,
  }).data?.lists;
  const now = useRef({ settings, values });
  useEffect(() => {
    now.current = { settings, values };
  });
  return useMemo(() => {
    if (!lists || Object.keys(lists).length === 0) return undefined;
    return {
      has: (argument) => Object.hasOwn(lists, argument),
      load: async (argument, signal) => {
        const list = lists[argument];
        const { user, account } = now.current.settings;
        if (!list) return [];
        if (!user && !account) throw new Error("Select a user first.");
        const who = { ...(user && { user_id: user }), ...(account && { connected_account_id: account }) };
        return loadValues(list, who, now.current.values, signal);
      },
    };
  }, [lists]);
}
