/** Enables, disables or deletes many triggers: asks first, shows the progress, and tells what failed. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useRef, useState } from "react";
import { runBulk, type BulkResult } from "@/components/connected-accounts/run-bulk";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { call } from "@/lib/contract/client";
import { triggersApi } from "@/lib/triggers/contract";
import { triggerPagesApi } from "@/lib/triggers/pages/contract";
import { configLine, type ShortType, type TriggerRow } from "./trigger-words";

export type TriggerBulkKind = "enable" | "disable" | "delete";

const KINDS: Record<TriggerBulkKind, { verb: string; consequence: string; danger: boolean }> = {
  enable: {
    verb: "Enable",
    consequence: "What happened while they were disabled is no event. Hooks are made at the provider again.",
    danger: false,
  },
  disable: { verb: "Disable", consequence: "Nothing more is received or polled until you enable them.", danger: true },
  delete: {
    verb: "Delete",
    consequence:
      "Their hooks are taken away at the provider. Their events stay in the log. Nobody can bring them back.",
    danger: true,
  },
};

const CALLS: Record<TriggerBulkKind, (triggerId: string) => Promise<unknown>> = {
  enable: (triggerId) => call(triggersApi.switchTrigger, { params: { triggerId }, body: { status: "enable" } }),
  disable: (triggerId) => call(triggersApi.switchTrigger, { params: { triggerId }, body: { status: "disable" } }),
  delete: (triggerId) => call(triggersApi.deleteTrigger, { params: { triggerId } }),
};

const triggersWord = (count: number): string => `${count} ${count === 1 ? "trigger" : "triggers"}`;

type TriggerBulkWindowProps = {
  kind: TriggerBulkKind;
  triggers: readonly TriggerRow[];
  types: ReadonlyMap<string, ShortType>;
  onClose: () => void;
};

/** `triggers` are kept as they were when the window opened: the list behind it changes while it works. */
export function TriggerBulkWindow({ kind, triggers: given, types, onClose }: TriggerBulkWindowProps) {
  const client = useQueryClient();
  const [triggers] = useState(given);
  const [results, setResults] = useState<BulkResult[]>([]);
  const [state, setState] = useState<"asking" | "working" | "done">("asking");
  const stopped = useRef(false);
  const { verb, consequence, danger } = KINDS[kind];
  const start = async () => {
    setState("working");
    await runBulk(
      triggers.map(({ id }) => id),
      CALLS[kind],
      (result) => setResults((before) => [...before, result]),
      () => stopped.current,
    );
    setState("done");
    for (const { id } of [triggersApi.listTriggers, triggerPagesApi.listShortTriggerTypes])
      await client.invalidateQueries({ queryKey: [id] });
  };
  const failed = results.filter(({ error }) => error).length;
  return (
    <Dialog open onOpenChange={(open) => !open && state !== "working" && onClose()}>
      <DialogContent
        title={`${verb} ${triggersWord(triggers.length)}${state === "asking" ? "?" : ""}`}
        description={state === "asking" ? consequence : undefined}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {state === "asking" ? null : (
          <p role="status" className="mb-3 text-sm text-muted">
            {results.length - failed} of {triggers.length} done{failed > 0 ? `, ${failed} failed` : ""}
          </p>
        )}
        <Rows triggers={triggers} results={results} types={types} />
        <div className="mt-5 flex justify-end gap-2">
          {state === "asking" ? (
            <>
              <Button variant="outline" autoFocus onClick={onClose}>
                Cancel
              </Button>
              <Button variant={danger ? "danger" : "primary"} onClick={() => void start()}>
                {verb} {triggersWord(triggers.length)}
              </Button>
            </>
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

type RowsProps = Pick<TriggerBulkWindowProps, "triggers" | "types"> & { results: readonly BulkResult[] };

function Rows({ triggers, results, types }: RowsProps) {
  const byId = new Map(results.map((result) => [result.id, result]));
  return (
    <ul tabIndex={0} aria-label="Triggers" className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm">
      {triggers.map((trigger) => {
        const result = byId.get(trigger.id);
        return (
          <li key={trigger.id} className="px-3 py-1.5">
            <span className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                {types.get(trigger.trigger_name)?.name ?? trigger.trigger_name}{" "}
                <span className="text-muted">· {configLine(trigger.trigger_config) || trigger.user_id}</span>
              </span>
              {result ? (
                result.error ? (
                  <CircleX aria-label="Failed" className="size-4 text-danger" />
                ) : (
                  <CircleCheck aria-label="Done" className="size-4 text-green" />
                )
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
