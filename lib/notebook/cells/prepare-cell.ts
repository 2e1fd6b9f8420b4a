/** Runs a cell for somebody who looks on: as an agent would, by the same rules and with the same row in the log. */
import type { z } from "zod";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import type { MetaCaller, RunWatch } from "@/lib/sessions/meta-tools/meta-call";
import { runMetaTool } from "@/lib/sessions/meta-tools/run-meta-tool";
import { factsOf } from "@/lib/sessions/session";
import { requireSession } from "@/lib/sessions/sessions";
import type { Captured, LostVariables, RunAnswer, RunPart } from "@/lib/workbench/run-answer";
import { maxSeconds } from "@/lib/workbench/workbench-state";
import type { CellEnd, CellEvents, notebookApi } from "../contract";

type Cell = z.output<typeof notebookApi.runCode.body>;
type Send = <Name extends keyof CellEvents>(name: Name, data: CellEvents[Name]) => void;

const toCall = ({ language, code, timeout }: Cell): [slug: string, given: Record<string, unknown>] => {
  // People see how long it takes and can interrupt it: they get all the time that there is.
  const seconds = timeout ?? maxSeconds();
  return language === "bash"
    ? ["COMPOSIO_REMOTE_BASH_TOOL", { command: code, timeout: seconds }]
    : ["COMPOSIO_REMOTE_WORKBENCH", { code_to_execute: code, timeout: seconds }];
};

const toStream = ({ lines, bytes, cut, file }: Captured) => ({ lines, bytes, cut, file });

const toLost = ({ reason, variables, at: time, withFiles }: LostVariables): CellEnd["lost"] => ({
  reason: withFiles ? `${reason}, with the files that were there` : reason,
  variables,
  at: time.toISOString(),
});

const toEnd = (answer: RunAnswer, logId: string): CellEnd => ({
  status: answer.status,
  reason: answer.reason,
  result: answer.result && { ...toStream(answer.result), text: answer.result.text, display: answer.result.display },
  error: answer.error,
  stdout: toStream(answer.stdout),
  stderr: toStream(answer.stderr),
  exit: answer.exit,
  ms: answer.ms,
  lost: answer.lost && toLost(answer.lost),
  notes: answer.notes,
  log_id: logId,
});

function sendPart(send: Send, part: RunPart): void {
  if (part.kind === "text") send("text", { stream: part.stream, text: part.text });
  else if (part.kind === "display") send("display", part.display);
  else send(part.kind, {});
}

function toRefusal(error: unknown, facts: Pick<ExecutionFacts, "requestId">): CellEvents["refused"] {
  if (error instanceof ApiError) return { message: error.message, fix: error.details.suggestedFix ?? null };
  log.error(facts, "a cell of a notebook failed", { error });
  return { message: "The server couldn't run the cell.", fix: "See its log and try again." };
}

/** Runs until the cell has ended, also when nobody listens any more; never rejects. */
type ReadyCell = (send: Send) => Promise<void>;

/**
 * Prepares a cell: problems of the request are reported here, before anything begins.
 * @throws ApiError NotFound for an unknown session
 */
export async function prepareCell(
  caller: MetaCaller,
  sessionId: string,
  cell: Cell,
  facts: ExecutionFacts,
): Promise<ReadyCell> {
  const session = await requireSession(caller.projectId, sessionId);
  const [slug, input] = toCall(cell);
  return async (send) => {
    let answer: RunAnswer | undefined;
    const watch: RunWatch = {
      part: (part) => sendPart(send, part),
      called: ({ tool, logId, error }) => send("called", { tool, log_id: logId, error }),
      ended: (runAnswer) => {
        answer = runAnswer;
      },
    };
    try {
      const call = { caller, session, facts: { ...facts, ...factsOf(session) }, watch };
      const { log_id: logId, error } = await runMetaTool(slug, input, call);
      if (answer) send("end", toEnd(answer, logId));
      else send("refused", { message: error ?? "The cell did not run.", fix: null });
    } catch (error) {
      send("refused", toRefusal(error, facts));
    }
  };
}
