/** The policies that limit calls or tokens in a day, with today's use: created, changed and deleted. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { policiesApi } from "@/generated/addresses/policies";
import { query } from "@/lib/contract/client";
import { toShare, toSubjectWords, toTermsWords, toUseWords, type Budget } from "./budget-words";
import type { Draft, Policy } from "./policy-draft";
import { usePolicies } from "./use-policy-changes";

const PolicyWindow = dynamic(() => import("./policy-window").then(({ PolicyWindow }) => PolicyWindow), { ssr: false });
const DeletePolicy = dynamic(() => import("./delete-policy").then(({ DeletePolicy }) => DeletePolicy), { ssr: false });

const NEW: Partial<Draft> = { act: "limit", period: "day", amount: "1000" };
/** The part of a budget from which the server warns. */
const WARN_AT = 0.8;
const EVERY_MS = 15_000;

function Bar({ budget }: { budget: Budget }) {
  const share = toShare(budget);
  const subject = toSubjectWords(budget);
  const color = share >= 1 ? "bg-danger" : share >= WARN_AT ? "bg-amber" : "bg-ink";
  return (
    <span className="block w-36 space-y-1 md:w-56">
      <span className="block text-xs tabular-nums">{toUseWords(budget)}</span>
      <span
        role="meter"
        aria-label={`Used of ${budget.name} today`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="block h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <span className={cn("block h-full rounded-full", color)} style={{ width: `${share * 100}%` }} />
      </span>
      {subject ? <span className="block text-xs text-muted">{subject}</span> : null}
    </span>
  );
}

type Acts = { may: boolean; change: (budget: Budget) => void; remove: (budget: Budget) => void };

const toColumns = ({ may, change, remove }: Acts): Column<Budget>[] => [
  {
    heading: "Budget",
    className: "w-full max-w-0 min-w-28",
    cell: (budget) => (
      <span className="block min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={budget.name}>
            {budget.name}
          </span>
          {budget.enabled ? null : <Badge tone="grey">Off</Badge>}
          {budget.scope === "organization" ? <Badge tone="grey">Organization</Badge> : null}
        </span>
        <span className="block text-xs text-muted">{toTermsWords(budget)}</span>
      </span>
    ),
  },
  { heading: "Used today", cell: (budget) => <Bar budget={budget} /> },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: (budget) =>
      may && budget.scope === "project" ? (
        <span className="ml-auto flex flex-wrap justify-end max-md:w-9 md:flex-nowrap">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Change budget ${budget.name}`}
            title="Change"
            onClick={() => change(budget)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete budget ${budget.name}`}
            title="Delete"
            onClick={() => remove(budget)}
          >
            <Trash2 aria-hidden />
          </Button>
        </span>
      ) : null,
  },
];

export const useBudgets = () => useQuery({ ...query(policiesApi.listBudgets, {}), refetchInterval: EVERY_MS });

export function Budgets({ may }: { may: boolean }) {
  const id = useId();
  const budgets = useBudgets();
  const policies = usePolicies("project").data?.items ?? [];
  const [window, setWindow] = useState<{ policy: Policy | null } | null>(null);
  const [removing, setRemoving] = useState<Policy | null>(null);
  const policyOf = ({ policy_id: policyId }: Budget) => policies.find((policy) => policy.id === policyId) ?? null;
  const columns = toColumns({
    // Without its policy, the window would create another one.
    may: may && policies.length > 0,
    change: (budget) => setWindow({ policy: policyOf(budget) }),
    remove: (budget) => setRemoving(policyOf(budget)),
  });
  return (
    <section aria-labelledby={id} className="mt-8 space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold">
            Budgets
          </h2>
          <p className="text-sm text-muted">
            Policies that limit calls or tokens per day.
            {budgets.data ? (
              <>
                {" "}
                They reset <RelativeTime at={budgets.data.resets_at} />.
              </>
            ) : null}
          </p>
        </div>
        {may ? (
          <Button variant="outline" onClick={() => setWindow({ policy: null })}>
            <Plus aria-hidden /> Create budget
          </Button>
        ) : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={budgets}
          what="budgets"
          skeleton={<TableSkeleton columns={columns} rows={2} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className="px-4 py-5 text-sm text-muted">No budgets: calls per day aren’t limited.</p>}
        >
          {({ items }) => (
            <DataTable caption="Budgets with today’s use" columns={columns} rows={items} rowKey={toKey} />
          )}
        </QueryView>
      </div>
      {window ? (
        <PolicyWindow scope="project" policy={window.policy} initial={NEW} onClose={() => setWindow(null)} />
      ) : null}
      {removing ? <DeletePolicy scope="project" policy={removing} onClose={() => setRemoving(null)} /> : null}
    </section>
  );
}

const toKey = ({ policy_id: policyId }: Budget): string => policyId;
