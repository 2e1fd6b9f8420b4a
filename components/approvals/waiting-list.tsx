/**
 * The calls that wait, each with its decision in place: by its buttons, by A and D in a focused row, or many at once.
 */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent, ReactNode } from "react";
import { useMay } from "@/components/access/use-session";
import { BulkBar } from "@/components/parts/lists/bulk-bar";
import type { BulkAction } from "@/components/parts/lists/bulk-window";
import { DataTable } from "@/components/parts/lists/data-table";
import { selectColumn } from "@/components/parts/lists/select-column";
import { useSelection } from "@/components/parts/lists/use-selection";
import { call } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { isDangerous, type ListedApproval } from "./approval-words";
import { useDecision } from "./use-decision";
import { toWaitingColumns } from "./waiting-columns";

const decide = (decision: "once" | "deny") => (id: string) =>
  call(approvalsApi.decideApproval, { params: { id }, body: { decision } });

const decideAll = (action: "once" | "deny") => (after: string | undefined) =>
  call(approvalsApi.decideApprovals, { body: { action, filter: {}, after } });

function toActions(rows: readonly ListedApproval[]): BulkAction[] {
  const dangerous = rows.filter(isDangerous).length;
  const warning = dangerous > 0 ? ` ${dangerous} of them can delete or overwrite data.` : "";
  return [
    {
      verb: "Approve",
      done: "Approved",
      consequence: `The calls run immediately.${warning}`,
      variant: dangerous > 0 ? "danger" : "primary",
      run: decide("once"),
      runPiece: decideAll("once"),
    },
    {
      verb: "Deny",
      done: "Denied",
      consequence: "Nothing is sent. The agents see that their calls were denied.",
      variant: "danger",
      run: decide("deny"),
      runPiece: decideAll("deny"),
    },
  ];
}

const DECISION_KEYS = new Map([
  ["a", "once"],
  ["d", "deny"],
] as const);

/** The decision that a key means, with the call of the row that has the focus. */
function readKey(event: KeyboardEvent<HTMLElement>, rows: readonly ListedApproval[]) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !(event.target instanceof Element)) return null;
  const decision = DECISION_KEYS.get(event.key.toLowerCase() as "a" | "d");
  const link = event.target.closest("tr")?.querySelector<HTMLElement>("[data-call]");
  const row = rows.find(({ id }) => id === link?.dataset.call);
  return decision && row ? { decision, row } : null;
}

type WaitingListProps = {
  rows: readonly ListedApproval[];
  /** How many calls wait, loaded or not. */
  matching: number;
  empty: ReactNode;
  onOpen: (id: string) => void;
};

/** Stays while it is empty, so that the window of many decisions can show their results. */
export function WaitingList({ rows, matching, empty, onOpen }: WaitingListProps) {
  const may = useMay("sessions:write");
  const client = useQueryClient();
  const selection = useSelection(rows);
  const { choose, isPending, dialog } = useDecision();
  const refresh = () =>
    Promise.all(
      [approvalsApi.listApprovals, overviewApi.getAttention].map(({ id }) =>
        client.invalidateQueries({ queryKey: [id] }),
      ),
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const pressed = may ? readKey(event, rows) : null;
    if (!pressed) return;
    event.preventDefault();
    choose(pressed.decision, pressed.row);
  };
  const columns = toWaitingColumns(may ? { choose, isPending } : null);
  const selectedRows = selection.chosen.map(({ id, title, user_id: user }) => ({
    id,
    name: title,
    detail: `for ${user}`,
  }));
  return (
    <>
      <div className="overflow-hidden rounded-lg border" onKeyDown={onKeyDown}>
        {rows.length === 0 ? (
          empty
        ) : (
          <DataTable
            caption="Calls waiting for approval, newest first"
            columns={may ? [selectColumn(selection), ...columns] : columns}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
          />
        )}
      </div>
      {may ? (
        <BulkBar
          actions={toActions(selection.everything ? rows : selection.chosen)}
          words={["call", "calls"]}
          rows={selectedRows}
          matching={matching}
          selection={selection}
          onDone={refresh}
        />
      ) : null}
      {may && rows.length > 0 ? (
        <p className="mt-2 text-xs text-muted max-md:hidden">
          With the focus in a row, <kbd className="font-mono">A</kbd> approves its call and{" "}
          <kbd className="font-mono">D</kbd> denies it.
        </p>
      ) : null}
      {dialog}
    </>
  );
}
