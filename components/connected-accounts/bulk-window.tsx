/** Disables or deletes many accounts: asks first, shows the progress, and tells the result of each. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { call } from "@/lib/contract/client";
import { accountName } from "./account-name";
import type { AccountRow } from "./account-status";
import { runBulk, type BulkResult } from "./run-bulk";

export type BulkKind = "disable" | "delete";

const KINDS = {
  disable: {
    verb: "Disable",
    done: "Disabled",
    consequence: "Tools refuse these accounts until you enable them again. Their credentials stay.",
  },
  delete: {
    verb: "Delete",
    done: "Deleted",
    consequence:
      "Their credentials are erased, and tools cannot use them any more. Nobody can bring them back; the people have to connect again.",
  },
} as const;

const CALLS: Record<BulkKind, (id: string) => Promise<unknown>> = {
  disable: (nanoid) =>
    call(connectedAccountsApi.updateConnectedAccountStatus, { params: { nanoid }, body: { enabled: false } }),
  delete: (nanoid) => call(connectedAccountsApi.deleteConnectedAccount, { params: { nanoid }, query: {} }),
};

const accountsWord = (count: number): string => `${count} ${count === 1 ? "account" : "accounts"}`;

type BulkWindowProps = { kind: BulkKind; accounts: readonly AccountRow[]; onClose: () => void };

/** `accounts` are kept as they were when the window opened: the list behind it changes while it works. */
export function BulkWindow({ kind, accounts: given, onClose }: BulkWindowProps) {
  const client = useQueryClient();
  const [accounts] = useState(given);
  const [results, setResults] = useState<BulkResult[]>([]);
  const [state, setState] = useState<"asking" | "working" | "done">("asking");
  const stopped = useRef(false);
  const { verb, consequence } = KINDS[kind];
  const start = async () => {
    setState("working");
    await runBulk(
      accounts.map(({ id }) => id),
      CALLS[kind],
      (result) => setResults((before) => [...before, result]),
      () => stopped.current,
    );
    setState("done");
    await client.invalidateQueries({ queryKey: [connectedAccountsApi.listConnectedAccounts.id] });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && state !== "working" && onClose()}>
      <DialogContent
        title={`${verb} ${accountsWord(accounts.length)}${state === "asking" ? "?" : ""}`}
        description={state === "asking" ? consequence : undefined}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {state === "asking" ? null : (
          <Progress
            kind={kind}
            done={results.length}
            failed={results.filter(({ error }) => error).length}
            total={accounts.length}
          />
        )}
        <Rows accounts={accounts} results={results} done={KINDS[kind].done} />
        <div className="mt-5 flex justify-end gap-2">
          {state === "asking" ? (
            <Button variant="outline" autoFocus onClick={onClose}>
              Cancel
            </Button>
          ) : null}
          {state === "asking" ? (
            <Button variant="danger" onClick={() => void start()}>
              {verb} {accountsWord(accounts.length)}
            </Button>
          ) : null}
          {state === "working" ? (
            <Button
              variant="outline"
              onClick={() => {
                stopped.current = true;
              }}
            >
              Stop
            </Button>
          ) : null}
          {state === "done" ? (
            <Button autoFocus onClick={onClose}>
              Close
            </Button>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Progress({ kind, done, failed, total }: { kind: BulkKind; done: number; failed: number; total: number }) {
  return (
    <div className="mb-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-120"
          style={{ width: `${(done / total) * 100}%` }}
        />
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {KINDS[kind].done} {done - failed} of {total}
        {failed > 0 ? `, ${failed} failed` : ""}
      </p>
    </div>
  );
}

function Rows({
  accounts,
  results,
  done,
}: {
  accounts: readonly AccountRow[];
  results: readonly BulkResult[];
  done: string;
}) {
  const byId = new Map(results.map((result) => [result.id, result]));
  return (
    <ul tabIndex={0} aria-label="Accounts" className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm">
      {accounts.map((account) => {
        const result = byId.get(account.id);
        return (
          <li key={account.id} className="px-3 py-1.5">
            <span className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                {accountName(account)} <span className="text-muted">· {account.toolkit.slug}</span>
              </span>
              {result && !result.error ? (
                <span className="flex items-center gap-1 text-xs text-green">
                  <CircleCheck aria-hidden className="size-3.5" /> {done}
                </span>
              ) : null}
              {result?.error ? (
                <span className="flex items-center gap-1 text-xs text-danger">
                  <CircleX aria-hidden className="size-3.5" /> Failed
                </span>
              ) : null}
            </span>
            {result?.error ? (
              <p className="text-xs break-words text-muted">
                {result.error instanceof Error ? result.error.message : "The server gave no reason."}
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
