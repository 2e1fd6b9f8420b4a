/** Applies an action to everything that matches the filters of a list: asks, shows the progress, can be stopped. */
"use client";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ErrorState } from "../display/error-state";
import { Progress, StillWorking, type BulkAction } from "./bulk-window";
import { NOTHING_DONE, runPieces, type Sum } from "./run-pieces";

type ManyWindowProps = {
  action: BulkAction;
  words: readonly [string, string];
  matching: number;
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** The action at work. The window keeps the action that it opened with: the list changes in the background. */
function useMany({ action, onDone }: Pick<ManyWindowProps, "action" | "onDone">) {
  const [{ runPiece }] = useState(action);
  const [sum, setSum] = useState<Sum>(NOTHING_DONE);
  const [state, setState] = useState<"asking" | "working" | "stopping" | "failed" | "done">("asking");
  const [failure, setFailure] = useState<unknown>(null);
  const isStopped = useRef(false);
  const start = async () => {
    setState("working");
    try {
      await runPieces(sum, runPiece, setSum, () => isStopped.current);
      setState("done");
    } catch (error) {
      setFailure(error);
      setState("failed");
    }
    await onDone();
  };
  const stop = () => {
    isStopped.current = true;
    setState("stopping");
  };
  return { sum, state, failure, start, stop };
}

export function ManyWindow({ action, words, matching, onDone, onClose }: ManyWindowProps) {
  const { sum, state, failure, start, stop } = useMany({ action, onDone });
  const [title] = useState(
    `${action.verb} ${matching.toLocaleString("en")} ${words[matching === 1 ? 0 : 1]} that match`,
  );
  const [wasCloseTried, setCloseTried] = useState(false);
  const isWorking = state === "working" || state === "stopping";
  const count = sum.done + sum.failed.length;
  const isCanceled = state === "done" && sum.next !== null;
  return (
    <Dialog open onOpenChange={() => (isWorking ? setCloseTried(true) : onClose())}>
      <DialogContent
        title={state === "asking" ? `${title}?` : title}
        description={state === "asking" ? action.consequence : undefined}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {state === "asking" ? null : (
          <Progress done={action.done} count={count} failed={sum.failed.length} total={sum.total || matching} />
        )}
        {isCanceled ? <p className="mb-3 text-sm">Stopped. The rest is unchanged.</p> : null}
        <Failures failed={sum.failed} />
        {state === "failed" ? <ErrorState title="The work was interrupted" error={failure} className="mt-3" /> : null}
        {state === "working" && wasCloseTried ? <StillWorking /> : null}
        <div className="mt-5 flex justify-end gap-2">
          {state === "asking" || state === "failed" ? (
            <>
              <Button variant="outline" autoFocus onClick={onClose}>
                {state === "asking" ? "Cancel" : "Close"}
              </Button>
              <Button variant={action.variant} onClick={() => void start()}>
                {state === "asking" ? title : "Go on"}
              </Button>
            </>
          ) : null}
          {isWorking ? (
            <Button variant="outline" disabled={state === "stopping"} onClick={stop}>
              {state === "stopping" ? "Stopping" : "Stop"}
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

/** More than a person reads. */
const MOST_SHOWN = 200;

function Failures({ failed }: Pick<Sum, "failed">) {
  if (failed.length === 0) return null;
  const rest = failed.length - MOST_SHOWN;
  return (
    <ul tabIndex={0} aria-label="Failed" className="max-h-60 divide-y overflow-y-auto rounded-lg border text-sm">
      {failed.slice(0, MOST_SHOWN).map(({ id, name, message }) => (
        <li key={id} className="px-3 py-1.5">
          <span className="block truncate" title={id}>
            {name}
          </span>
          <span className="block text-xs break-words text-muted">{message}</span>
        </li>
      ))}
      {rest > 0 ? <li className="px-3 py-1.5 text-xs text-muted">{rest.toLocaleString("en")} more</li> : null}
    </ul>
  );
}
