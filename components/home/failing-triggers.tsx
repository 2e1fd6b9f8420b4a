/**
 * The triggers that need attention: overdue, failing, or disabled by the server. Renders nothing if no trigger needs
 * attention.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/parts/lists/data-table";
import { toTriggerColumns } from "@/components/triggers/trigger-columns";
import { triggerHealth, type TriggerRow } from "@/components/triggers/trigger-words";
import { useTypeMap } from "@/components/triggers/use-types";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";

const TRIGGER_LIMIT = 5;
const EVERY_MS = 30_000;

/** A trigger that a person disabled needs no attention. */
const needsYou = (trigger: TriggerRow): boolean => {
  const health = triggerHealth(trigger);
  return (
    health === "overdue" || health === "failing" || (health === "disabled" && trigger.state.disabled_reason !== null)
  );
};

/** Those of the project; a project without accounts has none. */
export function useFailingTriggers(enabled: boolean): { failing: TriggerRow[]; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...query(triggersApi.listTriggers, { query: { show_disabled: true, limit: 200 } }),
    refetchInterval: EVERY_MS,
    retry: false,
    enabled,
  });
  return { failing: (data?.items ?? []).filter(needsYou), isLoading };
}

export const FailingTriggers = ({ failing }: { failing: readonly TriggerRow[] }) =>
  failing.length === 0 ? null : <Rows failing={failing} />;

function Rows({ failing }: { failing: readonly TriggerRow[] }) {
  const types = useTypeMap();
  return (
    <section aria-labelledby="failing-triggers">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="failing-triggers" className="text-base font-semibold">
          Triggers that need attention
        </h2>
        <Link
          href="/triggers"
          className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          All triggers
        </Link>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <DataTable
          caption="Triggers that need attention"
          columns={toTriggerColumns(types)}
          rows={failing.slice(0, TRIGGER_LIMIT)}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  );
}
