/** The tools of the workbench, as long as this server has none: they say so, in the form that their answers will have. */
import type { MetaTool } from "../meta-call";

const NONE = "This server has no workbench yet, so it runs no code.";

/** COMPOSIO_REMOTE_WORKBENCH */
export const remoteWorkbench: MetaTool = async () => ({
  data: { results: null, stdout: "", stderr: "", error: NONE },
  error: NONE,
  successful: false,
});

/** COMPOSIO_REMOTE_BASH_TOOL */
export const remoteBash: MetaTool = async () => ({
  data: { stdout: "", stdoutLines: 0, stderr: NONE, stderrLines: 1 },
  error: NONE,
  successful: false,
});
