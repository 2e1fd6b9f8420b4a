/** The triggers of the project with their health: filters, selection, and what can be done with many at once. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useMay } from "@/components/access/use-session";
import { triggerHref } from "@/components/events/event-words";
import { useReceivers } from "@/components/events/use-receivers";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ListTotal } from "@/components/parts/lists/list-total";
import { QueryView } from "@/components/parts/display/query-view";
import { selectColumn } from "@/components/parts/lists/select-column";
import { useSelection } from "@/components/parts/lists/use-selection";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { pages } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { type DeliveryProblem, findDeliveryProblem } from "./delivery-problem";
import { toTriggerColumns } from "./trigger-columns";
import { TriggerFilterBar } from "./trigger-filter-bar";
import { isFiltered, toTriggerQuery } from "./trigger-filters";
import { useTypeMap } from "./use-types";

// Only a list that has come needs it.
const TriggerBulkBar = dynamic(() => import("./trigger-bulk-bar").then(({ TriggerBulkBar }) => TriggerBulkBar), {
  ssr: false,
});

/** Health changes automatically with each poll. */
const EVERY_MS = 10_000;

/** How many triggers the filters choose, above their list only. */
export function TriggerTotal() {
  const search = useSearchParams();
  const isList = search.get("tab") !== "types";
  const triggers = useInfiniteQuery({
    ...pages(triggersApi.listTriggers, { query: toTriggerQuery(search) }),
    enabled: isList,
  });
  const total = isList ? triggers.data?.pages[0]?.total_items : undefined;
  return <ListTotal total={total} words={["trigger", "triggers"]} />;
}

export function TriggerList() {
  const search = useSearchParams();
  const router = useRouter();
  const types = useTypeMap();
  const may = useMay("triggers:write");
  const { limit, ...filter } = toTriggerQuery(search);
  const triggers = useInfiniteQuery({
    ...pages(triggersApi.listTriggers, { query: { limit, ...filter } }),
    refetchInterval: EVERY_MS,
  });
  const rows = triggers.data?.pages.flatMap(({ items }) => items) ?? [];
  const selection = useSelection(rows);
  const deliveryProblem = findDeliveryProblem(useReceivers().data?.items ?? []);
  const columns = [...(may ? [selectColumn(selection)] : []), ...toTriggerColumns(types, deliveryProblem)];
  return (
    <>
      <TriggerFilterBar />
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={triggers}
          what="the triggers"
          skeleton={<TableSkeleton columns={columns} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={isFiltered(search) ? <NothingMatches /> : <NoTriggers />}
        >
          {() => (
            <DataTable
              caption="Triggers, newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(triggerHref(id))}
            />
          )}
        </QueryView>
      </div>
      {deliveryProblem && rows.length > 0 ? <DeliveryAlert problem={deliveryProblem} /> : null}
      {may && triggers.data ? (
        <TriggerBulkBar
          selection={selection}
          matching={triggers.data.pages[0]?.total_items ?? rows.length}
          filter={filter}
          types={types}
        />
      ) : null}
    </>
  );
}

/** Below the rows, which it must not move when it comes. */
const DeliveryAlert = ({ problem: { title, text } }: { problem: DeliveryProblem }) => (
  <Alert tone="warning" title={title} className="mt-4">
    {text}{" "}
    <Link href="/settings/webhooks" className="rounded-sm underline underline-offset-4">
      Open webhooks
    </Link>
  </Alert>
);

const NoTriggers = () => (
  <EmptyState
    Icon={Zap}
    title="No triggers yet"
    guide="triggers-and-webhooks/triggers"
    action={
      <Button asChild variant="outline">
        <Link href="/triggers/new">Create trigger</Link>
      </Button>
    }
  >
    A trigger notifies your app of events in a connected account, such as a new issue or message.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching triggers">
    User and account IDs are case-sensitive.
  </EmptyState>
);
