/** Turns Jupyter's messages into those of our own runner, so that both are checked and limited in the same place. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { RunPart } from "../run-answer";
import { type Collected, collector, INLINE } from "../sandbox/collector";
import type { KernelMessage } from "./channel";
import { HELPER_TYPE } from "./helper-calls";
import type { Reply } from "./talk";

/** A stream as a whole; the channel bounds what comes. */
type Whole = { text: string; bytes: number };

export type Outcome = {
  take: (message: KernelMessage) => void;
  /** Puts the answer together. */
  finish: (reply: Reply, more: { names: string[] | null; exit: number | null }) => Collected;
  /** Texts that are too long for an answer, by the name of their stream. */
  long: () => Record<string, string>;
};

// The escapes of colors in tracebacks.
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Jupyter gives JSON as values, and long texts as lists of lines. */
const formsOf = (data: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(data) ? data : {}).map(([mime, value]) => [
      mime,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

const STATUSES: Readonly<Record<Reply["status"], string>> = {
  ok: "ok",
  error: "error",
  timeout: "timeout",
  lost: "died",
  late: "busy",
};

type Streams = Record<"stdout" | "stderr" | "result", Whole>;
type Take = ReturnType<typeof collector>["take"];

/** What to do with each kind of message; all others are left out. */
function takersOf(streams: Streams, take: Take, askHelper: (content: unknown) => void) {
  const show = (type: "display" | "result", { data }: Values) => {
    const { [HELPER_TYPE]: call, ...forms } = formsOf(data);
    if (call !== undefined) return askHelper(isObject(data) ? data[HELPER_TYPE] : undefined);
    const text = forms["text/plain"] ?? "";
    if (type === "display") return void take({ type, data: forms, files: {} });
    streams.result = { text, bytes: text.length };
    delete forms["text/plain"];
    take({ type, text, length: text.length, data: forms, files: {} });
  };
  return new Map<string, (content: Values) => void>([
    [
      "stream",
      ({ name, text }) => {
        const stream = streams[name === "stderr" ? "stderr" : "stdout"];
        stream.text += asText(text);
        stream.bytes += Buffer.byteLength(asText(text));
        take({ type: "stream", name, text });
      },
    ],
    ["display_data", (content) => show("display", content)],
    ["execute_result", (content) => show("result", content)],
    ["clear_output", () => void take({ type: "clear" })],
    [
      "error",
      ({ ename, evalue, traceback }) => {
        const lines = (Array.isArray(traceback) ? traceback : []).map(asText).join("\n");
        take({ type: "error", name: ename, message: evalue, traceback: lines.replace(COLORS, "") });
      },
    ],
  ]);
}

const nothing = (): Whole => ({ text: "", bytes: 0 });
const factsOf = ({ text, bytes }: Whole) => ({ bytes, lines: linesOf(text), cut: text.length > INLINE });

/** @param askHelper gets what the code asks of a helper */
export function newOutcome(askHelper: (content: unknown) => void, onPart?: (part: RunPart) => void): Outcome {
  const { answer, take } = collector(onPart);
  const streams: Streams = { stdout: nothing(), stderr: nothing(), result: nothing() };
  const takers = takersOf(streams, take, askHelper);
  return {
    take: ({ type, content }) => takers.get(type)?.(content),
    finish: ({ status, ms, restarted }, { names, exit }) => {
      const [stdout, stderr] = [factsOf(streams.stdout), factsOf(streams.stderr)];
      take({ type: "done", status: STATUSES[status], ms, lost: restarted, names, exit, stdout, stderr });
      return answer;
    },
    long: () =>
      Object.fromEntries(
        Object.entries(streams).flatMap(([name, { text }]) => (text.length > INLINE ? [[name, text]] : [])),
      ),
  };
}

const linesOf = (text: string): number =>
  text === "" ? 0 : (text.match(/\n/g)?.length ?? 0) + (text.endsWith("\n") ? 0 : 1);
