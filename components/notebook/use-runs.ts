/** Runs cells in sequence in the notebook's session, and follows their output. */
"use client";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, ClientError, stream } from "@/lib/contract/client";
import { mountsApi } from "@/generated/addresses/sessions/files";
import { notebookApi } from "@/generated/addresses/notebook";
import { beginRun, type Cell, type Run, wentWell, withEvent } from "./cells";

type Runs = Readonly<Record<string, Run>>;

const BROKEN = {
  message: "Connection lost.",
  fix: "The cell keeps running. Its log shows how it ended; its variables and files are kept.",
};

const toProblem = (error: unknown): NonNullable<Run["problem"]> =>
  error instanceof ClientError && error.status > 0
    ? { message: error.message, fix: error.detail.suggestedFix ?? null }
    : BROKEN;

/** Reloads the data that a cell can change. */
const refresh = (client: QueryClient) =>
  Promise.all(
    [notebookApi.getWorkbench, notebookApi.listVariables, mountsApi.listMountItems].map((op) =>
      client.invalidateQueries({ queryKey: [op.id] }),
    ),
  );

type Following = { session: string; signal: AbortSignal; show: (run: Run) => void; onBegan: () => void };

/** Runs one cell to its end; never rejects. */
async function follow({ kind, source }: Cell, { session, signal, show, onBegan }: Following): Promise<Run> {
  let run = beginRun("preparing", Date.now());
  const change = (next: Run) => {
    run = next;
    show(next);
  };
  try {
    const body = { language: kind === "bash" ? ("bash" as const) : ("python" as const), code: source };
    const events = stream(notebookApi.runCode, { params: { session_id: session }, body }, signal);
    for await (const { name, data } of events) {
      if (name === "began") onBegan();
      change(withEvent(run, name, data, Date.now()));
    }
    if (run.state !== "done") change({ ...run, state: "done", problem: BROKEN });
  } catch (error) {
    change({ ...run, state: "done", problem: toProblem(error) });
  }
  return run;
}

const isGoingOn = (run: Run | undefined): boolean => run !== undefined && run.state !== "done";

const keep = (runs: Runs, isKept: (key: string, run: Run) => boolean): Runs =>
  Object.fromEntries(Object.entries(runs).filter(([key, run]) => isKept(key, run)));

/** The queue of cells; if a cell fails, the waiting cells are dropped. */
function useQueue(runOne: (cell: Cell) => Promise<Run>, onLeft: (cells: readonly Cell[]) => void) {
  const [busy, setBusy] = useState(false);
  const waiting = useRef<Cell[]>([]);
  const working = useRef(false);
  const clear = () => onLeft(waiting.current.splice(0));
  const work = async () => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    for (let next = waiting.current.shift(); next; next = waiting.current.shift())
      if (!wentWell(await runOne(next))) clear();
    working.current = false;
    setBusy(false);
  };
  const add = (cells: readonly Cell[]) => {
    waiting.current.push(...cells);
    void work();
  };
  return { busy, add, clear };
}

/** @param openSession returns the session of the cells; it creates a session for the first cell */
export function useRuns(openSession: () => Promise<string>) {
  const client = useQueryClient();
  const [runs, setRuns] = useState<Runs>({});
  const alive = useRef<AbortController | null>(null);
  useEffect(() => {
    const control = new AbortController();
    alive.current = control;
    return () => control.abort();
  }, []);
  const show = (key: string) => (run: Run) => setRuns((before) => ({ ...before, [key]: run }));
  const runOne = async (cell: Cell): Promise<Run> => {
    show(cell.key)(beginRun("preparing", Date.now()));
    const signal = alive.current?.signal ?? AbortSignal.abort();
    const onBegan = () => void client.invalidateQueries({ queryKey: [notebookApi.getWorkbench.id] });
    try {
      const session = await openSession();
      return await follow(cell, { session, signal, show: show(cell.key), onBegan });
    } catch (error) {
      const failed: Run = { ...beginRun("done", Date.now()), problem: toProblem(error) };
      show(cell.key)(failed);
      return failed;
    } finally {
      void refresh(client);
    }
  };
  const queue = useQueue(runOne, (left) => {
    const keys = new Set(left.map(({ key }) => key));
    setRuns((before) => keep(before, (key, { state }) => state !== "queued" || !keys.has(key)));
  });
  const start = (cells: readonly Cell[]) => {
    const runnableCells = cells.filter(
      ({ key, kind, source }) => kind !== "text" && source.trim() && !isGoingOn(runs[key]),
    );
    const since = Date.now();
    const queuedRuns = Object.fromEntries(runnableCells.map(({ key }) => [key, beginRun("queued", since)]));
    setRuns((before) => ({ ...before, ...queuedRuns }));
    queue.add(runnableCells);
  };
  const interrupt = async (session: string | null) => {
    queue.clear();
    if (session) await call(notebookApi.interruptCell, { params: { session_id: session } });
  };
  /** After a reset the variables are gone, so earlier output no longer describes the interpreter. */
  const reset = async (session: string | null) => {
    queue.clear();
    if (session) await call(notebookApi.resetWorkbench, { params: { session_id: session } });
    setRuns((before) => keep(before, (_, run) => isGoingOn(run)));
    await refresh(client);
  };
  return { runs, busy: queue.busy, start, interrupt, reset };
}
