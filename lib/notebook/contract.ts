/** The workbench for people: cells of a session, saved notebooks, running sandboxes. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { sessionParams } from "@/lib/sessions/contract";

const time = z.iso.datetime();
const base = "/api/v3/internal/patchbay/sessions/{session_id}/workbench";
/** Of one cell. */
const MAX_CODE = 100_000;
const code = z.string().max(MAX_CODE, "must have at most 100,000 characters");

/** A value in the forms in which it can be shown, by media type (pictures are base64); `files` for those too large. */
type Display = { data: Record<string, string>; files: Record<string, string> };

/** The events that are sent while a cell runs, by name. */
export type CellEvents = {
  /** Its sandbox is there, and it begins. */
  began: Record<string, never>;
  text: { stream: "stdout" | "stderr"; text: string };
  display: Display;
  /** The displays until now shall go away. */
  clear: Record<string, never>;
  /** A tool that the code called. */
  called: { tool: string; log_id: string | null; error: string | null };
  end: CellEnd;
  /** It did not run at all. */
  refused: { message: string; fix: string | null };
};

/** The beginning of a stream; `file` contains all of it. */
type Stream = { lines: number; bytes: number; cut: boolean; file: string | null };

export type CellEnd = {
  /** `stopped` by somebody, `ended` with its whole sandbox. */
  status: "ok" | "error" | "timeout" | "stopped" | "ended";
  /** Why it ended, if the code did not end normally. */
  reason: string | null;
  result: (Stream & { text: string; display: Display }) | null;
  error: { name: string; message: string; traceback: string } | null;
  stdout: Stream;
  stderr: Stream;
  /** Of a command. */
  exit: number | null;
  ms: number;
  lost: { reason: string; variables: string[]; at: string } | null;
  notes: string[];
  log_id: string;
};

export const Running = z.object({ kind: z.enum(["cell", "bash"]), since: time });

export const WorkbenchLimits = z.object({
  memory_bytes: z.number(),
  disk_bytes: z.number(),
  seconds: z.number().meta({ description: "The longest time of one cell or command" }),
  idle_seconds: z.number().meta({ description: "After so long without use a sandbox is put away; its files stay" }),
  processes: z.number().int().nullable().meta({ description: "And threads, of one; null where the gateway decides" }),
  nice: z
    .number()
    .int()
    .nullable()
    .meta({ description: "How far code stands back behind the server; null at a gateway" }),
  sandboxes: z.number().int().meta({ description: "Of this server" }),
  taken: z.number().int().meta({ description: "How many of them are taken, by all projects" }),
});

const State = z
  .object({
    status: z.enum(["unavailable", "preparing", "none", "ready", "running"]),
    reason: z.string().meta({ description: "Why it is so, in a sentence" }),
    since: time.nullable(),
    next: z.string().meta({ description: "What can be done now, in a sentence" }),
    lost: z.array(z.string()).meta({ description: "Variables that are gone" }),
    sandbox: z
      .object({
        id: z.string(),
        started_at: time,
        stops_at: time.nullable(),
        memory_bytes: z.number(),
        most_memory_bytes: z.number().meta({ description: "By the size of the session's sandbox" }),
        disk_bytes: z.number(),
        running: z.array(Running),
      })
      .nullable(),
    limits: WorkbenchLimits,
  })
  .meta({ id: "WorkbenchState" });

const Variable = z.object({ name: z.string(), type: z.string(), size: z.string(), value: z.string() });

const common = { tag: "Workbench", auth: "project", own: true, params: sessionParams } as const;

export const notebookApi = {
  runCode: operation({
    ...common,
    id: "runWorkbenchCode",
    method: "POST",
    path: `${base}/run`,
    permission: "tool_execution:write",
    audit: "none",
    summary: "Run a cell of Python or a command of bash in a session's workbench, in sight",
    description:
      "Server-sent events until it ends: began, text, display, clear, called, end; or refused. " +
      "It goes on when the connection is closed, which the server does after 30 minutes. " +
      "It is logged as an execution of its meta tool.",
    body: z.object({
      language: z.enum(["python", "bash"]),
      code: code.min(1, "must not be empty"),
      timeout: z
        .number()
        .int()
        .min(1)
        .max(780)
        .optional()
        .meta({ description: "Seconds; the operator may allow less. All that the operator allows, without it" }),
    }),
    response: z.unknown(),
  }),
  getWorkbench: operation({
    ...common,
    id: "getWorkbench",
    method: "GET",
    path: base,
    permission: "sessions:read",
    audit: "none",
    summary: "How it stands with the sandbox of a session: why, since when, and what can be done",
    response: State,
  }),
  listVariables: operation({
    ...common,
    id: "listWorkbenchVariables",
    method: "GET",
    path: `${base}/variables`,
    permission: "sessions:read",
    audit: "none",
    summary: "The variables of a session's interpreter",
    response: z.object({
      items: z.array(Variable),
      busy: z.boolean().meta({ description: "A cell runs, so they cannot be asked for" }),
    }),
  }),
  completeCode: operation({
    ...common,
    id: "completeWorkbenchCode",
    method: "POST",
    path: `${base}/complete`,
    permission: "tool_execution:write",
    audit: "none",
    summary: "What may stand at the cursor of a cell",
    body: z.object({ code, position: z.number().int().min(0).max(MAX_CODE) }),
    response: z.object({ word: z.string(), matches: z.array(z.string()) }),
  }),
  interruptCell: operation({
    ...common,
    id: "interruptWorkbenchCell",
    method: "POST",
    path: `${base}/interrupt`,
    permission: "tool_execution:write",
    audit: "none",
    summary: "Interrupt the cell that runs; its variables stay",
    response: z.object({ interrupted: z.boolean().meta({ description: "False where none runs" }) }),
  }),
  resetWorkbench: operation({
    ...common,
    id: "resetWorkbench",
    method: "POST",
    path: `${base}/reset`,
    permission: "tool_execution:write",
    audit: "none",
    summary: "Restart a session's interpreter without its variables; files stay",
    response: z.object({ reset: z.boolean().meta({ description: "False where it has none" }) }),
  }),
};
