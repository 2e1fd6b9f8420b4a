/**
 * Combines the messages of one run into its answer. Each value is checked, because the code in the sandbox can forge
 * it.
 */
import { cutText } from "@/lib/kernel/text/storable";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Captured, CellError, Display, RunPart, RunStatus, Variable } from "../run-answer";
import type { Message } from "./message-reader";

export const INLINE = 40_000;
const MAX_DISPLAYS = 100;
const MAX_RICH = 16 * 1024 * 1024;
const MAX_FORMS = 12;
const MAX_LISTED = 200;
const MAX_TRACEBACK = 40_000;
const OUTPUT_FILE = /^\/mnt\/files\/\.composio\/output\/[\w.-]{1,200}$/;
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/;

export type Collected = {
  status: RunStatus | "busy" | "failed";
  stdout: Captured;
  stderr: Captured;
  result: (Captured & { display: Display }) | null;
  displays: Display[];
  error: CellError | null;
  exit: number | null;
  ms: number;
  /** The interpreter was restarted during the run. */
  restarted: boolean;
  /** The names of variables after the run; null where they were not said. */
  names: string[] | null;
  problem: string | null;
  moreDisplays: boolean;
  variables: Variable[];
  word: string;
  matches: string[];
};

const textOf = (value: unknown, most: number): string =>
  typeof value === "string" ? cutText(value.replaceAll("\0", ""), most) : "";
const countOf = (value: unknown): number => (typeof value === "number" && value >= 0 ? Math.min(value, 1e15) : 0);
const fileOf = (value: unknown): string | null =>
  typeof value === "string" && OUTPUT_FILE.test(value) && !value.includes("/..") ? value : null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_LISTED) : []);
const fieldsOf = (value: unknown): [string, unknown][] =>
  isObject(value)
    ? Object.entries(value)
        .filter(([mime]) => MEDIA_TYPE.test(mime))
        .slice(0, MAX_FORMS)
    : [];

const emptyStream = (): Captured => ({ text: "", lines: 0, bytes: 0, file: null, cut: false });

const toVariable = (value: unknown): Variable => {
  const { name, type, size, value: text } = isObject(value) ? value : {};
  return { name: textOf(name, 100), type: textOf(type, 100), size: textOf(size, 100), value: textOf(text, 300) };
};

/** The statuses of the runner; an unknown one counts as an end without a status. */
const STATUSES: Readonly<Record<string, Collected["status"]>> = {
  ok: "ok",
  error: "error",
  timeout: "timeout",
  stopped: "stopped",
  busy: "busy",
  failed: "failed",
  died: "ended",
  too_large: "ended",
};
const PROBLEMS: Readonly<Record<string, string>> = {
  died: "The interpreter ended in the middle of the cell.",
  too_large: "The cell sent a value that is too large to show.",
};

export type Collector = {
  answer: Collected;
  /** Takes a message of the run; true when it was the last. */
  take: (message: Message) => boolean;
};

/**
 * Collects the messages of one run. Messages above a limit are dropped.
 * @param onPart called with each accepted part
 */
export function collector(onPart: (part: RunPart) => void = () => {}): Collector {
  const answer: Collected = {
    status: "ended",
    stdout: emptyStream(),
    stderr: emptyStream(),
    result: null,
    displays: [],
    error: null,
    exit: null,
    ms: 0,
    restarted: false,
    names: null,
    problem: null,
    moreDisplays: false,
    variables: [],
    word: "",
    matches: [],
  };
  let rich = 0;
  const toDisplay = ({ data, files }: Message): Display => {
    const forms: Record<string, string> = {};
    for (const [mime, value] of fieldsOf(data)) {
      const text = textOf(value, MAX_RICH);
      rich += text.length;
      if (rich <= MAX_RICH) forms[mime] = text;
    }
    const parts = fieldsOf(files).flatMap(([mime, value]) => {
      const file = fileOf(value);
      return file ? [[mime, file]] : [];
    });
    return { data: forms, files: Object.fromEntries(parts) };
  };
  return { answer, take: (message) => takeMessage(answer, message, { toDisplay, onPart }) };
}

type Taking = { toDisplay: (message: Message) => Display; onPart: (part: RunPart) => void };

function takeMessage(answer: Collected, message: Message, { toDisplay, onPart }: Taking): boolean {
  const { type } = message;
  if (type === "stream") {
    const stream = message.name === "stderr" ? "stderr" : "stdout";
    const text = addText(answer[stream], message.text);
    if (text) onPart({ kind: "text", stream, text });
  } else if (type === "more_displays") answer.moreDisplays = true;
  else if (type === "clear") {
    answer.displays = [];
    onPart({ kind: "clear" });
  } else if (type === "display" && answer.displays.length < MAX_DISPLAYS) {
    const display = toDisplay(message);
    answer.displays.push(display);
    onPart({ kind: "display", display });
  } else if (type === "result") answer.result = toResult(message, toDisplay(message));
  else if (type === "error")
    answer.error = {
      name: textOf(message.name, 200),
      message: textOf(message.message, 2000),
      traceback: textOf(message.traceback, MAX_TRACEBACK),
    };
  else if (type === "done") finish(answer, message);
  return type === "done";
}

/** What of a text was kept. */
function addText(stream: Captured, text: unknown): string {
  const part = textOf(text, INLINE - stream.text.length);
  stream.text += part;
  return part;
}

const toResult = ({ text, length, file }: Message, display: Display): Captured & { display: Display } => {
  const part = textOf(text, INLINE);
  const bytes = countOf(length);
  return {
    text: part,
    lines: part.split("\n").length,
    bytes,
    file: fileOf(file),
    cut: bytes > part.length,
    display,
  };
};

function finish(answer: Collected, message: Message): void {
  const word = typeof message.status === "string" ? message.status : "";
  answer.status = Object.hasOwn(STATUSES, word) ? (STATUSES[word] as Collected["status"]) : "ended";
  for (const name of ["stdout", "stderr"] as const) {
    const { lines, bytes, file, cut } = isObject(message[name]) ? message[name] : {};
    Object.assign(answer[name], {
      lines: countOf(lines),
      bytes: countOf(bytes),
      file: fileOf(file),
      cut: cut === true,
    });
  }
  answer.exit = typeof message.exit === "number" ? Math.trunc(message.exit) : null;
  answer.ms = countOf(message.ms);
  answer.restarted = message.lost === true;
  answer.names = Array.isArray(message.names) ? listOf(message.names).map((name) => textOf(name, 100)) : null;
  answer.problem = textOf(message.problem, 500) || (Object.hasOwn(PROBLEMS, word) ? (PROBLEMS[word] ?? null) : null);
  answer.variables = listOf(message.variables).map(toVariable);
  answer.word = textOf(message.word, 200);
  answer.matches = listOf(message.matches).map((match) => textOf(match, 200));
}
