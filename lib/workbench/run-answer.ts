/** The answers of runs in a sandbox. */

/** Whose workbench it is. */
export type Owner = { projectId: string; sessionId: string };

/** The beginning of a text; a longer text is complete in a file of the session. */
export type Captured = {
  text: string;
  /** Lines of the whole. */
  lines: number;
  /** Bytes of the whole. */
  bytes: number;
  /** Below /mnt/files; null where the text is whole, or where no file could be written. */
  file: string | null;
  /** Whether the text is only the beginning. */
  cut: boolean;
};

/** A value in the forms in which it can be shown, by media type; pictures are base64. */
export type Display = {
  data: Record<string, string>;
  /** Files with forms that were too large, by media type. */
  files: Record<string, string>;
};

export type CellError = { name: string; message: string; traceback: string };

export type Variable = { name: string; type: string; size: string; value: string };

/** Variables that are gone, and why. */
export type LostVariables = {
  reason: string;
  variables: string[];
  at: Date;
  /** The files are gone as well. */
  withFiles?: boolean;
};

/**
 * A part of the output of a run while it continues; checked and limited as the answer, which contains all of it again.
 */
export type RunPart =
  /** The sandbox is there, and the code begins. */
  | { kind: "began" }
  | { kind: "text"; stream: "stdout" | "stderr"; text: string }
  | { kind: "display"; display: Display }
  /** The displays until now shall go away. */
  | { kind: "clear" };

/**
 * How a run ended: `error` by the code itself, `timeout` by its time limit, `stopped` by somebody's reset or interrupt,
 * `ended` with its whole sandbox.
 */
export type RunStatus = "ok" | "error" | "timeout" | "stopped" | "ended";

export type RunAnswer = {
  status: RunStatus;
  stdout: Captured;
  stderr: Captured;
  /** The value of the last expression; null for a cell without one. */
  result: (Captured & { display: Display }) | null;
  displays: Display[];
  error: CellError | null;
  /** Of a command. */
  exit: number | null;
  /** Milliseconds in the sandbox. */
  ms: number;
  /** Why it ended, if the code did not end normally. */
  reason: string | null;
  /** The variables that were lost by this run, or before it. */
  lost: LostVariables | null;
  /** What else the caller should know. */
  notes: string[];
  sandboxId: string;
};
