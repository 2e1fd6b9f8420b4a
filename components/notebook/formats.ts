/** Notebooks as files: Jupyter's .ipynb (nbformat 4.5) and Python with cell marks. Pure. */
import { type Cell, type CellKind, newCell, type Output, type Run } from "./cells";

/** The limit in the contract of saved notebooks. That contract is not part of the list's first load. */
const MAX_CELLS = 200;
const MAX_CHARACTERS = 100_000;
const BASH = /^\s*%%(bash|sh)\s*\n/;

/** Jupyter stores texts as lists of lines. */
const toLines = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== "");

function toJupyterOutput(output: Output): object {
  if (output.kind === "text") return { output_type: "stream", name: output.stream, text: toLines(output.text) };
  if (output.kind === "error")
    return {
      output_type: "error",
      ename: output.name,
      evalue: output.message,
      traceback: output.traceback.split("\n"),
    };
  const { data } = output.display;
  const content = { data: Object.fromEntries(Object.entries(data).map(([mime, text]) => [mime, toLines(text)])) };
  return output.isResult
    ? { output_type: "execute_result", execution_count: null, metadata: {}, ...content }
    : { output_type: "display_data", metadata: {}, ...content };
}

function toJupyterCell({ key, kind, source }: Cell, run: Run | undefined): object {
  if (kind === "text") return { id: key, cell_type: "markdown", metadata: {}, source: toLines(source) };
  return {
    id: key,
    cell_type: "code",
    execution_count: null,
    metadata: {},
    outputs: run?.outputs.map(toJupyterOutput) ?? [],
    source: toLines(kind === "bash" ? `%%bash\n${source}` : source),
  };
}

/** With the output of the cells on this page. */
export const toIpynb = (cells: readonly Cell[], runs: Readonly<Record<string, Run>>): string =>
  JSON.stringify(
    {
      cells: cells.map((cell) => toJupyterCell(cell, runs[cell.key])),
      metadata: {
        kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
        language_info: { name: "python" },
      },
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  );

const MARKS: Readonly<Record<CellKind, string>> = { python: "# %%", bash: "# %% bash", text: "# %% [markdown]" };
const comment = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line ? `# ${line}` : "#"))
    .join("\n");

/** A program that editors read as cells; text that is not Python is in comments. */
export const toPython = (cells: readonly Cell[]): string =>
  cells
    .map(({ kind, source }) => `${MARKS[kind]}\n${kind === "python" ? source : comment(source)}`.trimEnd())
    .join("\n\n")
    .concat("\n");

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((line) => typeof line === "string").join("")
      : "";

/** A file that is not a notebook, or is too large. The message is for the user. */
export class NotANotebook extends Error {}

function toCell(rawCell: unknown, index: number): Cell {
  const { cell_type: type, source } = (rawCell ?? {}) as { cell_type?: unknown; source?: unknown };
  const text = textOf(source);
  if (text.length > MAX_CHARACTERS) throw new NotANotebook(`Cell ${index + 1} has more than 100,000 characters.`);
  if (type !== "code") return newCell("text", text);
  return BASH.test(text) ? newCell("bash", text.replace(BASH, "")) : newCell("python", text);
}

/** The cells of a .ipynb file, without their output. @throws NotANotebook */
export function readIpynb(text: string): Cell[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotANotebook("This is not a notebook: the file isn’t JSON.");
  }
  const cells = (value as { cells?: unknown } | null)?.cells;
  if (!Array.isArray(cells)) throw new NotANotebook("This is not a notebook: it has no cells.");
  if (cells.length > MAX_CELLS)
    throw new NotANotebook(`The notebook has ${cells.length} cells; at most ${MAX_CELLS} are kept.`);
  return cells.length > 0 ? cells.map(toCell) : [newCell()];
}

/** A file name without the characters that systems refuse. */
export const toFileName = (name: string, ending: string): string =>
  `${
    name
      .replace(/[^\p{L}\p{N} ._-]+/gu, "")
      .trim()
      .slice(0, 100) || "notebook"
  }.${ending}`;
