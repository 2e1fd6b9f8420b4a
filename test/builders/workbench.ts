/** Cells and commands in real sandboxes, for tests that run where the machine can have them. */
import type { RunAnswer } from "@/lib/workbench/run-answer";
import type { Helpers } from "@/lib/workbench/helpers/helpers";
import { describeWorkbench } from "@/lib/workbench/workbench-state";
import { runBash, runCell } from "@/lib/workbench/workbench";
import { newId } from "@/lib/kernel/ids";

/** Whether sandboxes run here; where they do not, the reason is printed once. */
export async function canRunSandboxes(): Promise<boolean> {
  const { status, problems } = await describeWorkbench();
  if (status !== "available") console.log(`not run: sandboxes. ${problems.map(({ reason }) => reason).join(" ")}`);
  return status === "available";
}

export type TestSession = {
  projectId: string;
  sessionId: string;
  cell: (code: string, timeout?: number, helpers?: Helpers) => Promise<RunAnswer>;
  bash: (command: string, timeout?: number) => Promise<RunAnswer>;
  /** The value of the last expression of a cell that must succeed. */
  value: (code: string, timeout?: number) => Promise<string>;
};

/** A session in a new project. Its runs have a minute, so that a busy machine breaks nothing. */
export function newTestSession(projectId = newId("project")): TestSession {
  const sessionId = newId("toolRouterSession");
  const on = { requestId: "req_test" };
  const cell: TestSession["cell"] = (code, timeout = 60, helpers = {}) =>
    runCell(projectId, sessionId, { code, timeout, helpers, on });
  return {
    projectId,
    sessionId,
    cell,
    bash: (command, timeout = 60) => runBash(projectId, sessionId, { command, timeout, on }),
    value: async (code, timeout) => {
      const { result, error, status, reason } = await cell(code, timeout);
      if (status !== "ok" || !result)
        throw new Error(`${status}: ${reason ?? ""} ${error?.traceback || error?.message || "no value"}`);
      return result.text;
    },
  };
}
