/** The filters with suggestions that only the event log has. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useCombobox } from "@/components/parts/forms/combobox";
import { SuggestFilter, type FilterProps } from "@/components/suggestions/suggest-filter";
import { useFoundTriggers, useFoundTriggerTypes } from "@/components/suggestions/use-found";
import { query } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { toKindChange, writtenKind } from "./event-filters";
import { shortKind } from "./event-words";

export function TriggerFilter(props: FilterProps) {
  const state = useCombobox();
  const suggestions = useFoundTriggers({ text: state.text, enabled: state.open });
  return <SuggestFilter name="trigger" label="Trigger" {...{ state, found: suggestions, ...props }} />;
}

/** The kind of event as the list shows it: the type of a trigger, or another kind. */
export function KindFilter(props: FilterProps) {
  const state = useCombobox();
  const types = useFoundTriggerTypes({ text: state.text, enabled: state.open });
  const kinds = useQuery({ ...query(webhooksApi.listWebhookEventTypes, {}), staleTime: Infinity, enabled: state.open });
  const words = state.text.trim().toLowerCase();
  const kindOptions = (kinds.data?.items ?? [])
    .map(({ event_type: type, description }) => ({
      value: shortKind(type),
      label: shortKind(type),
      detail: description,
    }))
    .filter(({ value }) => value.includes(words));
  return (
    <SuggestFilter
      name="kind"
      label="Event type"
      toValue={writtenKind}
      toChange={toKindChange}
      {...{ state, ...props }}
      found={[...kindOptions, ...types]}
    />
  );
}
