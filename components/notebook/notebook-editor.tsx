/** The notebook page: its cells, the state of its sandbox, and a panel with files, variables and snippets. */
"use client";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { dropToast, showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/contract/client";
import { notebookApi } from "@/generated/addresses/notebook";
import { sessionApi } from "@/generated/addresses/sessions";
import { CellCard, type CellActions } from "./cell-card";
import { type Cell, changeCell, insertCell, moveCell, neighborOf, newCell, type Notebook, removeCell } from "./cells";
import { SavingState } from "./saving-state";
import { downloadFile } from "./session-files";
import { Toolbar } from "./toolbar";
import { useNotebook } from "./use-notebook";
import { useRuns } from "./use-runs";
import { WorkbenchBar } from "./workbench-bar";

const SidePanel = dynamic(() => import("./side-panel").then((module) => module.SidePanel), { ssr: false });

type CellSelection = { key: string; edit: number; card: number };

/** The cell that receives the keys. */
function useChosen(first: string | undefined) {
  const [selection, setChosen] = useState<CellSelection | null>(first ? { key: first, edit: 0, card: 0 } : null);
  const count = useRef(0);
  const select = useCallback<CellActions["select"]>((key, how) => {
    const turn = ++count.current;
    setChosen({ key, edit: how === "edit" ? turn : 0, card: how === "card" ? turn : 0 });
  }, []);
  return { chosen: selection, select };
}

/** The notebook's session; it is created for the first cell that needs it. */
function useOpenSession(session: string | null, onOpen: (id: string) => void) {
  const opening = useRef<Promise<string> | null>(null);
  const sessionRef = useRef(session);
  useEffect(() => {
    sessionRef.current = session;
  }, [session]);
  return useCallback(async (): Promise<string> => {
    if (sessionRef.current) return sessionRef.current;
    opening.current ??= call(sessionApi.createSession, { body: { user_id: "default" } })
      .then(({ session_id: id }) => {
        sessionRef.current = id;
        onOpen(id);
        return id;
      })
      .finally(() => {
        opening.current = null;
      });
    return opening.current;
  }, [onOpen]);
}

export function NotebookEditor({ saved }: { saved: Notebook }) {
  const readOnly = !useMay("sessions:write");
  const mayRun = useMay("tool_execution:write");
  const book = useNotebook(saved, readOnly);
  const { cells, session, change } = book;
  useCrumbName(book.name.trim() || "Untitled");
  const { chosen: selection, select } = useChosen(cells[0]?.key);
  const openSession = useOpenSession(
    session,
    useCallback((id: string) => change({ session: id }), [change]),
  );
  const runs = useRuns(openSession);
  const [asksReset, setAsksReset] = useState(false);
  const actions = useActions({ cells, session, change, select, runs, mayRun });
  const insert = (source: string) => {
    const cell = newCell("python", source);
    change((before) => ({ cells: insertCell(before.cells, selection?.key ?? null, "below", cell) }));
    select(cell.key, "edit");
  };
  const runAll = () => runs.start(cells);
  return (
    <div className="space-y-4">
      <Toolbar
        book={book}
        runs={runs}
        readOnly={readOnly}
        mayRun={mayRun}
        onRunAll={runAll}
        onRun={() => selection && actions.run(selection.key, "next")}
        onReset={() => setAsksReset(true)}
      />
      <SavingState book={book} />
      <WorkbenchBar session={session} busy={runs.busy} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-3">
          {cells.map((cell, index) => (
            <CellCard
              key={cell.key}
              cell={cell}
              at={index}
              run={runs.runs[cell.key]}
              chosen={selection?.key === cell.key ? selection : null}
              readOnly={readOnly}
              mayRun={mayRun}
              actions={actions}
            />
          ))}
          {readOnly ? null : (
            <AddCell
              onAdd={(kind) => {
                const cell = newCell(kind);
                change((before) => ({ cells: [...before.cells, cell] }));
                select(cell.key, "edit");
              }}
            />
          )}
        </div>
        <SidePanel session={session} openSession={openSession} onInsert={insert} readOnly={readOnly} />
      </div>
      {asksReset ? <ResetDialog onClose={() => setAsksReset(false)} onReset={() => runs.reset(session)} /> : null}
    </div>
  );
}

type Parts = {
  cells: readonly Cell[];
  session: string | null;
  change: ReturnType<typeof useNotebook>["change"];
  select: CellActions["select"];
  runs: ReturnType<typeof useRuns>;
  mayRun: boolean;
};

/**
 * The actions of the cells. They read the state from `latest`, so that a key press renders one cell again and not all
 * cells.
 */
function useActions(parts: Parts): CellActions {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const removed = useRef<{ cells: readonly Cell[]; toast: number } | null>(null);
  return useMemo<CellActions>(() => {
    const undo = () => {
      if (!removed.current) return;
      dropToast(removed.current.toast);
      latest.current.change({ cells: removed.current.cells });
      removed.current = null;
    };
    const insert: CellActions["insert"] = (key, where) => {
      const cell = newCell();
      latest.current.change((before) => ({ cells: insertCell(before.cells, key, where, cell) }));
      latest.current.select(cell.key, "card");
    };
    return {
      undo,
      insert,
      change: (key, changes) => latest.current.change((before) => ({ cells: changeCell(before.cells, key, changes) })),
      run: (key, then) => {
        const { cells, runs, mayRun, select } = latest.current;
        const cell = cells.find((candidate) => candidate.key === key);
        if (cell && mayRun) runs.start([cell]);
        if (then === "stay") return;
        if (cells.at(-1)?.key === key) insert(key, "below");
        else select(neighborOf(cells, key, 1)?.key ?? key, "card");
      },
      interrupt: () => void latest.current.runs.interrupt(latest.current.session),
      remove: (key) => {
        const { cells, change, select } = latest.current;
        const left = removeCell(cells, key);
        const index = cells.findIndex((cell) => cell.key === key);
        const next = left[Math.min(index, left.length - 1)];
        change({ cells: left });
        const toast = showToast("Cell deleted", { action: { label: "Undo", onSelect: undo } });
        removed.current = { cells, toast };
        if (next) select(next.key, "card");
      },
      move: (key, by) => latest.current.change((before) => ({ cells: moveCell(before.cells, key, by) })),
      select: (key, how) => latest.current.select(key, how),
      step: (key, by) => latest.current.select(neighborOf(latest.current.cells, key, by)?.key ?? key, "card"),
      download: (path) => void downloadFile(latest.current.session, path),
      complete: async (code, position) => {
        const { session } = latest.current;
        if (!session) return { word: "", matches: [] };
        const body = { code: code.slice(0, 100_000), position: Math.min(position, 100_000) };
        return call(notebookApi.completeCode, { params: { session_id: session }, body }).catch(() => ({
          word: "",
          matches: [],
        }));
      },
    };
  }, []);
}

const AddCell = ({ onAdd }: { onAdd: (kind: Cell["kind"]) => void }) => (
  <div className="flex flex-wrap justify-center gap-2 pt-1">
    <Button variant="outline" onClick={() => onAdd("python")}>
      Add Python
    </Button>
    <Button variant="outline" onClick={() => onAdd("bash")}>
      Add Bash
    </Button>
    <Button variant="outline" onClick={() => onAdd("text")}>
      Add text
    </Button>
  </div>
);

function ResetDialog({ onClose, onReset }: { onClose: () => void; onReset: () => Promise<void> }) {
  const [state, setState] = useState<{ pending: boolean; error: unknown }>({ pending: false, error: null });
  const confirm = async () => {
    setState({ pending: true, error: null });
    try {
      await onReset();
      onClose();
    } catch (error) {
      setState({ pending: false, error });
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Reset the interpreter?"
      consequence={
        "All variables and imports will be lost, and any running cell is stopped. " +
        "Code cells and files in /mnt/files are kept."
      }
      action="Reset interpreter"
      pending={state.pending}
      error={state.error}
      onConfirm={() => void confirm()}
    />
  );
}
