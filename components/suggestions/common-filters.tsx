/** The filters that every page of logs has. */
"use client";
import { useSearchParams } from "next/navigation";
import { useCombobox } from "@/components/parts/forms/combobox";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { SuggestFilter, type FilterProps } from "./suggest-filter";
import { useFoundAccounts, useFoundToolkits, useFoundUsers } from "./use-found";

const inLowerCase = (text: string): string => text.toLowerCase();

export function ToolkitFilter(props: FilterProps) {
  const state = useCombobox();
  const options = useFoundToolkits({ text: state.text, enabled: state.open });
  const nameOf = useToolkitNames();
  const recent = props.recent.map((option) => ({ ...option, label: nameOf(option.value) }));
  return (
    <SuggestFilter
      name="toolkit"
      label="Toolkit"
      toValue={inLowerCase}
      {...{ state, found: options, ...props, recent }}
    />
  );
}

export function UserFilter(props: FilterProps) {
  const state = useCombobox();
  const options = useFoundUsers({ text: state.text, enabled: state.open });
  return <SuggestFilter name="user" label="User" {...{ state, found: options, ...props }} />;
}

export function AccountFilter(props: FilterProps) {
  const search = useSearchParams();
  const state = useCombobox();
  const within = { user: search.get("user") ?? "", toolkit: (search.get("toolkit") ?? "").toLowerCase() };
  const options = useFoundAccounts({ text: state.text, enabled: state.open }, within);
  return <SuggestFilter name="account" label="Account" {...{ state, found: options, ...props }} />;
}
