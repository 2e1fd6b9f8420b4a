/** Actions for many triggers at once. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { BulkBar } from "@/components/parts/lists/bulk-bar";
import type { BulkAction, Piece } from "@/components/parts/lists/bulk-window";
import type { Selection } from "@/components/parts/lists/use-selection";
import { call, type SentTo } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";
import { configLine, type ShortType, type TriggerRow } from "./trigger-words";

const { deleteTrigger, listTriggers, switchTrigger } = triggersApi;

type Body = SentTo<typeof triggerPagesApi.changeTriggers>["body"];
type Filter = Body["filter"];

const changeAll =
  (action: Body["action"], filter: Filter) =>
  (after: string | undefined): Promise<Piece> =>
    call(triggerPagesApi.changeTriggers, { body: { action, filter, after } });

const toActions = (filter: Filter): readonly BulkAction[] => [
  {
    verb: "Enable",
    done: "Enabled",
    consequence: "Events from while they were disabled are lost. Webhooks at the provider are recreated.",
    variant: "primary",
    run: (triggerId) => call(switchTrigger, { params: { triggerId }, body: { status: "enable" } }),
    runPiece: changeAll("enable", filter),
  },
  {
    verb: "Disable",
    done: "Disabled",
    consequence: "No events will be received or polled until you enable them.",
    variant: "danger",
    run: (triggerId) => call(switchTrigger, { params: { triggerId }, body: { status: "disable" } }),
    runPiece: changeAll("disable", filter),
  },
  {
    verb: "Delete",
    done: "Deleted",
    consequence: "Their webhooks at the provider will be removed. Their events stay in the log. This cannot be undone.",
    variant: "danger",
    erases: true,
    run: (triggerId) => call(deleteTrigger, { params: { triggerId } }),
    runPiece: changeAll("delete", filter),
  },
];

type TriggerBulkBarProps = {
  selection: Selection<TriggerRow>;
  matching: number;
  filter: Filter;
  types: ReadonlyMap<string, ShortType>;
};

export function TriggerBulkBar({ selection, matching, filter, types }: TriggerBulkBarProps) {
  const client = useQueryClient();
  const rows = selection.chosen.map(({ id, trigger_name: slug, trigger_config: config, user_id: user }) => ({
    id,
    name: types.get(slug)?.name ?? slug,
    detail: configLine(config) || user,
  }));
  const refresh = () =>
    Promise.all(
      [listTriggers, triggerPagesApi.listShortTriggerTypes].map(({ id }) =>
        client.invalidateQueries({ queryKey: [id] }),
      ),
    );
  return (
    <BulkBar
      actions={toActions(filter)}
      words={["trigger", "triggers"]}
      rows={rows}
      matching={matching}
      selection={selection}
      onDone={refresh}
    />
  );
}
