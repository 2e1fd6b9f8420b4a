/** The values that the config of a trigger can have in the chosen account, where a tool of its toolkit lists them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { loadValues } from "@/components/execution/load-values";
import type { ValueLists } from "@/components/schema-form/value-lists";
import { valueListsApi } from "@/generated/addresses/catalog/value-lists";
import { query } from "@/lib/contract/client";
import type { TriggerType } from "./trigger-words";

/** The object stays the same while somebody fills in the form. */
export function useConfigLists(
  { toolkit, config: { properties = {} } }: TriggerType,
  account: string,
  config: Readonly<Record<string, unknown>>,
): ValueLists | undefined {
  const lists = useQuery({
    ...query(valueListsApi.listValueLists, { params: { slug: toolkit.slug } }),
    staleTime: 300_000,
  }).data?.lists;
  const now = useRef({ account, config });
  useEffect(() => {
    now.current = { account, config };
  });
  return useMemo(() => {
    const fields = Object.keys(properties as object);
    const isField = (name: string) => fields.includes(name);
    const usable = Object.entries(lists ?? {}).filter(
      ([argument, { needs = [] }]) => isField(argument) && needs.every(isField),
    );
    if (usable.length === 0) return undefined;
    const byArgument = new Map(
      usable.map(([argument, { fills = {}, ...list }]) => [
        argument,
        { ...list, fills: Object.fromEntries(Object.entries(fills).filter(([name]) => isField(name))) },
      ]),
    );
    return {
      has: (argument) => byArgument.has(argument),
      load: async (argument, signal) => {
        const list = byArgument.get(argument);
        if (!list) return [];
        const { account: id, config: values } = now.current;
        if (id === "") throw new Error("Choose an account first.");
        return loadValues(list, { connected_account_id: id }, values, signal);
      },
    };
  }, [lists, properties]);
}
