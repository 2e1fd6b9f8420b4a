/** The tools of the workbench: a cell of Python, and a command of bash, in the sandbox of the session. */
import { z } from "zod";
import { describeWorkbench, whyUnavailable } from "@/lib/workbench/workbench-state";
import { runBash, runCell } from "@/lib/workbench/workbench";
import type { MetaAnswer, MetaCall, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";
import { toBashAnswer, toCellAnswer } from "./cell-answer";
import { workbenchHelpers } from "./workbench-helpers";
import { keepPictures } from "./keep-pictures";

const timeout = z.number().int().min(1).max(780).nullish();
const Cell = z.object({ code_to_execute: z.string().min(1), timeout });
const Command = z.object({ command: z.string().min(1), timeout });

/** The reason why code cannot run here, in the form of a response; null if it can run. */
async function refuse(empty: Record<string, unknown>): Promise<MetaAnswer | null> {
  const error = whyUnavailable(await describeWorkbench());
  if (error === null) return null;
  return {
    data: "results" in empty ? { ...empty, error } : { ...empty, stderr: error, stderrLines: 1 },
    error,
    successful: false,
  };
}

const optionsOf = (call: MetaCall, seconds: number | null | undefined) => ({
  ...(seconds && { timeout: seconds }),
  size: call.session.config.workbench.sandbox_size,
  helpers: workbenchHelpers(call),
  ...(call.watch && { onPart: call.watch.part }),
  on: { requestId: call.facts.requestId },
});

/** COMPOSIO_REMOTE_WORKBENCH */
export const remoteWorkbench: MetaTool = async (args, call) => {
  const { code_to_execute: code, timeout: seconds } = readArguments(Cell, args);
  const refusal = await refuse({ results: null, stdout: "", stderr: "" });
  if (refusal) return refusal;
  const { projectId, id } = call.session;
  const answer = await runCell(projectId, id, { code, ...optionsOf(call, seconds) });
  call.watch?.ended(answer);
  // The observer already has them.
  return toCellAnswer(answer, call.watch ? [] : await keepPictures(call.session, answer), call.session);
};

/** COMPOSIO_REMOTE_BASH_TOOL */
export const remoteBash: MetaTool = async (args, call) => {
  const { command, timeout: seconds } = readArguments(Command, args);
  const refusal = await refuse({ stdout: "", stdoutLines: 0 });
  if (refusal) return refusal;
  const { projectId, id } = call.session;
  const answer = await runBash(projectId, id, { command, ...optionsOf(call, seconds) });
  call.watch?.ended(answer);
  return toBashAnswer(answer, call.session);
};
