/** Converts the result of a cell or a command to the documented form. Pure. */
import type { Captured, LostVariables, RunAnswer } from "@/lib/workbench/run-answer";
import type { MetaAnswer } from "../meta-call";

const GO_ON = "Give this id as session_id to all further calls of this job.";
const MOST_NAMED = 30;
const SUFFIX = 4;

/** A note about the lost variables, and about the files. */
function toldLoss({ reason, variables, withFiles }: LostVariables): string {
  const named = variables.slice(0, MOST_NAMED).join(", ");
  const more = variables.length > MOST_NAMED ? ` and ${variables.length - MOST_NAMED} more` : "";
  const subject = variables.length === 0 ? "The variables" : `The variables ${named}${more}`;
  const files = withFiles ? "The files that it had there are not here." : "Files below /mnt/files are kept.";
  return `${subject} are gone, because ${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, "")}. ${files}`;
}

const notesOf = ({ lost: loss, notes }: RunAnswer): { notes?: string[] } => {
  const all = [...(loss ? [toldLoss(loss)] : []), ...notes];
  return all.length > 0 ? { notes: all } : {};
};

/** The files of streams that are longer than their part of the response. */
const filesOf = (streams: Record<string, Captured | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(streams).flatMap(([name, stream]) => (stream?.file ? [[`${name}_file_path`, stream.file]] : [])),
  );

type Named = { word: string };
const placeOf = ({ sandboxId }: RunAnswer, { word }: Named) => ({
  sandbox_id_suffix: sandboxId.slice(-SUFFIX),
  session: { id: word, instructions: GO_ON },
});

/** Whether the code ran to its end, with or without an error; `error` of the response contains the error. */
const hasRun = ({ status }: RunAnswer): boolean => status === "ok" || status === "error";

function errorOf({ error, reason }: RunAnswer): string {
  if (!error) return reason ?? "";
  const text = error.traceback || `${error.name}: ${error.message}`;
  return reason ? `${reason}\n${text}` : text;
}

/** The output of a cell: texts of its displays and the value of its last expression; otherwise its printed text. */
function resultsOf({ displays, result, stdout }: RunAnswer): string | null {
  const texts = displays.flatMap(({ data }) => (data["text/plain"] ? [data["text/plain"]] : []));
  const parts = [...texts, ...(result ? [result.text] : [])];
  return parts.length > 0 ? parts.join("\n") : stdout.text.trimEnd() || null;
}

/** @param pictures the paths of the pictures that the cell drew */
export function toCellAnswer(answer: RunAnswer, pictures: readonly string[], session: Named): MetaAnswer {
  const { stdout, stderr, result } = answer;
  const error = errorOf(answer);
  const data = {
    results: resultsOf(answer),
    stdout: stdout.text,
    stderr: stderr.text,
    error,
    ...filesOf({ results: result, stdout, stderr }),
    ...(pictures.length > 0 && { picture_file_paths: [...pictures] }),
    ...notesOf(answer),
    ...placeOf(answer, session),
  };
  const successful = hasRun(answer);
  return { data, error: successful ? null : error || "The cell did not end by itself.", successful };
}

/** Lines of a stream as `wc` would show them to people: the last one counts without its newline too. */
export function toBashAnswer(answer: RunAnswer, session: Named): MetaAnswer {
  const { stdout, stderr, exit, reason } = answer;
  const successful = hasRun(answer) && reason === null;
  const data = {
    stdout: stdout.text,
    stdoutLines: stdout.lines,
    stderr: stderr.text,
    stderrLines: stderr.lines,
    ...(exit !== null && { exit_code: exit }),
    ...filesOf({ stdout, stderr }),
    ...notesOf(answer),
    ...placeOf(answer, session),
  };
  return { data, error: successful ? null : (reason ?? "The command did not end by itself."), successful };
}
