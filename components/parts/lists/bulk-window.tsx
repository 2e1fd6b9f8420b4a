/** Applies an action to many rows of a list: asks first, shows the progress, and shows the result of each row. */
"use client";
import { CircleCheck, CircleX } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { runBulk, type BulkResult } from "./run-bulk";

export type BulkAction = {
  verb: string;
  /** The text shown for a row when it is done. */
  done: string;
  consequence: string;
  variant: "danger" | "primary";
  /** It cannot be undone, and its button is red. */
  erases?: true;
  run: (id: string) => Promise<unknown>;
  /**
   * Does it to a piece of everything that matches the filters of the list.
   * @param after `next` of the piece before
   */
  runPiece: (after: string | undefined) => Promise<Piece>;
};

/** The result of a piece. */
export type Piece = {
  done: number;
  failed: { id: string; name: string; message: string }[];
  next: string | null;
  total_items: number;
};

/** The name of a row in the window. */
export type BulkRow = { id: string; name: string; detail: string };

type BulkWindowProps = {
  action: BulkAction;
  /** The singular and the plural: "account", "accounts". */
  words: readonly [string, string];
  rows: readonly BulkRow[];
  /** Called when all rows are done, or after the user stopped the rest. */
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** `rows` are kept as they were when the window opened: the list in the background changes during the work. */
export function BulkWindow({ action: { verb, done, consequence, variant, run }, words, ...props }: BulkWindowProps) {
  const [rows] = useState(props.rows);
  const [results, setResults] = useState<BulkResult[]>([]);
  const [state, setState] = useState<"asking" | "working" | "done">("asking");
  const [wasCloseTried, setCloseTried] = useState(false);
  const stopped = useRef(false);
  const failed = results.filter(({ error }) => error).length;
  const title = `${verb} ${rows.length} ${words[rows.length === 1 ? 0 : 1]}`;
  const start = async () => {
    setState("working");
    await runBulk(
      rows.map(({ id }) => id),
      run,
      (result) => setResults((before) => [...before, result]),
      () => stopped.current,
    );
    setState("done");
    await props.onDone();
  };
  return (
    <Dialog open onOpenChange={() => (state === "working" ? setCloseTried(true) : props.onClose())}>
      <DialogContent
        title={state === "asking" ? `${title}?` : title}
        description={state === "asking" ? consequence : undefined}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {state === "asking" ? null : (
          <Progress done={done} count={results.length} failed={failed} total={rows.length} />
        )}
        <Rows rows={rows} results={results} done={done} />
        {state === "working" && wasCloseTried ? <StillWorking /> : null}
        <div className="mt-5 flex justify-end gap-2">
          {state === "asking" ? (
            <>
              <Button variant="outline" autoFocus onClick={props.onClose}>
                Cancel
              </Button>
              <Button variant={variant} onClick={() => void start()}>
                {title}
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
            <Button autoFocus onClick={props.onClose}>
              Close
            </Button>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The response to an attempt to close the window during the work. */
export const StillWorking = () => (
  <p role="alert" className="mt-3 text-sm">
    Still working. Press Stop to leave the rest unchanged, then close this window.
  </p>
);

type ProgressProps = {
  done: string;
  /** Rows that ended, well or not. */
  count: number;
  failed: number;
  total: number;
};

export function Progress({ done, count, failed, total }: ProgressProps) {
  return (
    <div className="mb-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={count}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-120"
          style={{ width: `${(count / Math.max(total, 1)) * 100}%` }}
        />
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {done} {(count - failed).toLocaleString("en")} of {total.toLocaleString("en")}
        {failed > 0 ? `, ${failed.toLocaleString("en")} failed` : ""}
      </p>
    </div>
  );
}

type RowsProps = { rows: readonly BulkRow[]; results: readonly BulkResult[]; done: string };

function Rows({ rows, results, done }: RowsProps) {
  const byId = new Map(results.map((result) => [result.id, result]));
  return (
    <ul tabIndex={0} aria-label="Chosen rows" className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm">
      {rows.map(({ id, name, detail }) => {
        const result = byId.get(id);
        return (
          <li key={id} className="px-3 py-1.5">
            <span className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                {name} <span className="text-muted">· {detail}</span>
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
