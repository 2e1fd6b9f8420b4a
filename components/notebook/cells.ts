/** The cells of a notebook and the operations on them. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { CellEnd, CellEvents } from "@/lib/notebook/contract";
import type { savedNotebooksApi } from "@/generated/addresses/notebook/saved";

export type Notebook = ResultOf<typeof savedNotebooksApi.getNotebook>;
export type Cell = Notebook["cells"][number];
export type CellKind = Cell["kind"];
export type Rich = CellEvents["display"];

export type Output =
  | { kind: "text"; stream: "stdout" | "stderr"; text: string }
  | { kind: "display"; display: Rich; isResult: boolean }
  | { kind: "error"; name: string; message: string; traceback: string };

/** The output of a cell, finished or still running. */
export type Run = {
  /** `preparing`: its sandbox is starting, or another cell runs first. */
  state: "queued" | "preparing" | "running" | "done";
  /** Milliseconds since 1970. */
  since: number;
  outputs: readonly Output[];
  calls: readonly CellEvents["called"][];
  end: CellEnd | null;
  /** Why it did not run, or why its end is unknown. */
  problem: { message: string; fix: string | null } | null;
};

export const KIND_WORDS: Readonly<Record<CellKind, string>> = { python: "Python", bash: "Bash", text: "Text" };

export const newCell = (kind: CellKind = "python", source = ""): Cell => ({
  key: Math.random().toString(36).slice(2, 12).padEnd(10, "0"),
  kind,
  source,
});

/** The cells with another cell inserted; at the end if the position is unknown. */
export function insertCell(cells: readonly Cell[], key: string | null, where: "above" | "below", cell: Cell): Cell[] {
  const index = cells.findIndex((candidate) => candidate.key === key);
  const place = index === -1 ? cells.length : where === "above" ? index : index + 1;
  return [...cells.slice(0, place), cell, ...cells.slice(place)];
}

export const changeCell = (cells: readonly Cell[], key: string, changes: Partial<Omit<Cell, "key">>): Cell[] =>
  cells.map((cell) => (cell.key === key ? { ...cell, ...changes } : cell));

/** A notebook is never empty: deleting the last cell leaves an empty cell. */
export function removeCell(cells: readonly Cell[], key: string): Cell[] {
  const rest = cells.filter((cell) => cell.key !== key);
  return rest.length > 0 ? rest : [newCell()];
}

export function moveCell(cells: readonly Cell[], key: string, by: -1 | 1): Cell[] {
  const index = cells.findIndex((cell) => cell.key === key);
  const [moved, other] = [cells[index], cells[index + by]];
  if (!moved || !other) return [...cells];
  return cells.map((cell, place) => (place === index ? other : place === index + by ? moved : cell));
}

/** The previous or next cell; the same cell at the end of the list. */
export function neighborOf(cells: readonly Cell[], key: string, by: -1 | 1): Cell | undefined {
  const index = cells.findIndex((cell) => cell.key === key);
  return cells[index + by] ?? cells[index];
}

export const beginRun = (state: Run["state"], since: number): Run => ({
  state,
  since,
  outputs: [],
  calls: [],
  end: null,
  problem: null,
});

/** Joins text of the same stream that follows directly. */
function addText(outputs: readonly Output[], { stream, text }: CellEvents["text"]): readonly Output[] {
  const last = outputs.at(-1);
  if (last?.kind === "text" && last.stream === stream)
    return [...outputs.slice(0, -1), { ...last, text: last.text + text }];
  return [...outputs, { kind: "text", stream, text }];
}

function endRun(run: Run, end: CellEnd): Run {
  const { result, error } = end;
  const value: Output[] = result
    ? [
        {
          kind: "display",
          isResult: true,
          display: { ...result.display, data: { ...result.display.data, "text/plain": result.text } },
        },
      ]
    : [];
  const failed: Output[] = error ? [{ kind: "error", ...error }] : [];
  return { ...run, state: "done", end, outputs: [...run.outputs, ...value, ...failed] };
}

/** A run after one event of its stream. */
export function withEvent(run: Run, name: string, data: unknown, now: number): Run {
  switch (name) {
    case "began":
      return { ...run, state: "running", since: now };
    case "text":
      return { ...run, outputs: addText(run.outputs, data as CellEvents["text"]) };
    case "display":
      return { ...run, outputs: [...run.outputs, { kind: "display", isResult: false, display: data as Rich }] };
    case "clear":
      return { ...run, outputs: run.outputs.filter(({ kind }) => kind !== "display") };
    case "called":
      return { ...run, calls: [...run.calls, data as CellEvents["called"]] };
    case "end":
      return endRun(run, data as CellEnd);
    case "refused":
      return { ...run, state: "done", problem: data as CellEvents["refused"] };
    default:
      return run;
  }
}

/** Returns whether the following cells must still run. */
export const wentWell = ({ end }: Run): boolean => end?.status === "ok" && (end.exit ?? 0) === 0;

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,20}[A-Za-z]`, "g");

/** Removes the codes that color text in terminals. */
export const withoutColors = (text: string): string => text.replace(ESCAPES, "");
