/** One sandbox: its process, its slot on the disk, and what runs in it. All that comes out of it is hostile. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { newToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import type { Values } from "@/lib/kernel/text/is-object";
import type { RunPart } from "../run-answer";
import { PROCESSES } from "../host/limits";
import { BARE, PRELOAD } from "../host/packages";
import type { Folders } from "../host/folders";
import { type Collected, type Collector, collector } from "./collector";
import { launchCommand } from "./launch-command";
import { processesOf } from "./memory-use";
import { IDLE_BUDGET, messageReader, type Message, RUN_BUDGET } from "./message-reader";
import type { Slot } from "./slot";

const MB = 1024 * 1024;
/** From the start to the first word: libraries are loaded, on a machine that may be busy. */
const READY_MS = 60_000;
/** The time after the limit of a run until the whole sandbox is ended: it may no longer respond. */
const GRACE_MS = 10_000;
const MAX_COMPLAINT = 4000;
/** The descriptors of the child: 3 is for messages, 4 the filter of system calls. */
const CONTROL = 3;
const FILTER = 4;

type Job = { collector: Collector; end: (answer: Collected | null) => void };

export type Sandbox = {
  id: string;
  /** Known to the code inside: it opens nothing but this sandbox's own helpers. */
  key: string;
  slot: Slot;
  pid: number;
  startedAt: Date;
  /** Runs one request; null if the sandbox ended before it responded. `onPart` receives the output until then. */
  ask: (
    request: Values & { id: string; op: string; timeout: number },
    onPart?: (part: RunPart) => void,
  ) => Promise<Collected | null>;
  tell: (message: Values & { op: string }) => void;
  /** Why it has ended; null while it lives. */
  whyEnded: () => string | null;
  /** Ends it at once; resolves when its process is gone. */
  stop: (reason: string) => Promise<void>;
  /** Calls back once it has ended, whoever ended it. */
  onEnd: (listener: () => void) => void;
};

export type StartOptions = {
  folders: Folders;
  slot: Slot;
  key?: string;
  graceMs?: number;
  readyMs?: number;
  memoryBytes?: number;
};

const settingsOf = (memoryBytes = env().workbench.memoryBytes): string => {
  const { diskBytes } = env().workbench;
  return JSON.stringify({
    preload: PRELOAD,
    // Room for the stacks of threads, which are reserved rather than used.
    data_bytes: memoryBytes + 512 * MB,
    file_bytes: 512 * MB,
    disk_bytes: diskBytes,
    egress: env().workbench.egress,
    processes: PROCESSES,
  });
};

const PROXY = "http://127.0.0.1:3128";

/** The proxy in the variables that programs read; empty without a way out. */
const wayOut = (): Record<string, string> =>
  env().workbench.egress
    ? {
        ...{ HTTPS_PROXY: PROXY, https_proxy: PROXY, HTTP_PROXY: PROXY, http_proxy: PROXY },
        ...{ NO_PROXY: "localhost,127.0.0.1", no_proxy: "localhost,127.0.0.1" },
      }
    : {};

function launch({ folders, slot, memoryBytes }: StartOptions, key: string): ChildProcess {
  const filter = openSync(path.join(folders.program, "seccomp.bpf"), "r");
  try {
    const [file, ...args] = launchCommand({
      launcher: env().workbench.launcher,
      userId: slot.userId,
      program: folders.program,
      mount: slot.mount,
      socket: slot.socketFolder,
      variables: { WORKBENCH_SETTINGS: settingsOf(memoryBytes), COMPOSIO_WORKBENCH_ACCESS_KEY: key, ...wayOut() },
      filter: FILTER,
    }) as [string, ...string[]];
    return spawn(file, args, {
      stdio: ["ignore", "ignore", "pipe", "pipe", filter],
      env: BARE,
      cwd: "/",
    });
  } finally {
    closeSync(filter);
  }
}

/** The first words that the launcher complains with; what comes after them is not read at all. */
function readComplaint(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1").slice(0, MAX_COMPLAINT - text.length);
    if (text.length >= MAX_COMPLAINT) child.stderr?.pause();
  });
  child.stderr?.on("error", () => {});
  return () => text.trim();
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

const FINAL_MS = 10_000;
const LOOK_MS = 5;

/** Waits until a process of the machine has ended; one that nobody has collected yet has. */
async function untilEnded(pid: number | undefined): Promise<void> {
  const since = Date.now();
  while (pid !== undefined && Date.now() - since < FINAL_MS) {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
    if (stat === "" || /\) [ZX] /.test(stat)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

type State = {
  /** The first process inside, by its number outside. */
  inner?: number;
  jobs: Map<string, Job>;
  reason: string | null;
  listeners: (() => void)[];
  ready: () => void;
  tooMuch: () => void;
};

/** Hands a message to the run that it belongs to. */
function dispatch({ jobs, ready, tooMuch }: State, message: Message): void {
  if (message.type === "ready") return ready();
  // Code that forges it ends nothing but its own sandbox.
  if (message.type === "too_much") return tooMuch();
  const job = typeof message.id === "string" ? jobs.get(message.id) : undefined;
  if (job?.collector.take(message)) job.end(job.collector.answer);
}

/**
 * Starts a sandbox and waits until it can run a cell.
 * @throws Error with what the launcher said, if it does not come up
 */
export async function startSandbox(options: StartOptions): Promise<Sandbox> {
  const key = options.key ?? newToken("wbk_");
  const state: State = { jobs: new Map(), reason: null, listeners: [], ready: () => {}, tooMuch: () => {} };
  const child = launch(options, key);
  const complaint = readComplaint(child);
  const control = child.stdio[CONTROL] as Socket;
  const kill = (reason: string) => {
    state.reason ??= reason;
    child.kill("SIGKILL");
    if (state.inner !== undefined && state.inner > 1) killProcess(state.inner);
  };
  state.tooMuch = () => kill("Deleted files that are still open took more of the disk than is allowed.");
  const reader = messageReader(
    (message) => dispatch(state, message),
    (what) => kill(`The code sent ${what} to the server.`),
  );
  control.on("data", reader.push).on("error", () => {});
  const exit = untilGone(child, state);
  await waitReady(state, exit, { kill, complaint, readyMs: options.readyMs ?? READY_MS });
  state.inner = (await processesOf(child.pid as number))[1];
  const ask: Sandbox["ask"] = (request, onPart) => {
    if (state.reason !== null) return Promise.resolve(null);
    reader.grant(RUN_BUDGET);
    return runJob(state, request, {
      send: () => control.write(`${JSON.stringify(request)}\n`),
      late: () => kill("The sandbox did not answer after the time limit."),
      graceMs: options.graceMs ?? GRACE_MS,
      ...(onPart && { onPart }),
    }).finally(() => {
      if (state.jobs.size === 0) reader.grant(IDLE_BUDGET);
    });
  };
  return {
    id: options.slot.id,
    key,
    slot: options.slot,
    pid: child.pid as number,
    startedAt: new Date(),
    ask,
    tell: (message) => void control.write(`${JSON.stringify(message)}\n`),
    whyEnded: () => state.reason,
    stop: (reason) => {
      kill(reason);
      return exit;
    },
    onEnd: (listener) => void state.listeners.push(listener),
  };
}

/** Resolves when the process is gone; by then all pending requests have ended. */
function untilGone(child: ChildProcess, state: State): Promise<void> {
  return new Promise((resolve) => {
    const end = (why: string) => {
      state.reason ??= why;
      // Another process can soon have the same number, and nothing may kill it.
      delete state.inner;
      for (const job of state.jobs.values()) job.end(null);
      for (const listener of state.listeners.splice(0)) listener();
      resolve();
    };
    child.once("error", (error) => end(error.message));
    // The launcher ends first. Code can still run until the first process inside is gone.
    child.once("exit", () =>
      untilEnded(state.inner).then(() => end("The sandbox ended by itself: the code may have ended it.")),
    );
  });
}

type Waiting = { kill: (reason: string) => void; complaint: () => string; readyMs: number };

async function waitReady(state: State, exit: Promise<void>, { kill, complaint, readyMs }: Waiting): Promise<void> {
  const timer = setTimeout(() => kill("It was not ready in time."), readyMs);
  const isReady = await Promise.race([
    new Promise<true>((resolve) => {
      state.ready = () => resolve(true);
    }),
    exit.then(() => false as const),
  ]);
  clearTimeout(timer);
  if (!isReady) throw new Error(complaint() || (state.reason ?? "The sandbox did not start."));
}

type Sending = { send: () => void; late: () => void; graceMs: number; onPart?: (part: RunPart) => void };

function runJob({ jobs }: State, request: { id: string; timeout: number }, how: Sending): Promise<Collected | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(how.late, request.timeout * 1000 + how.graceMs);
    const end = (answer: Collected | null) => {
      clearTimeout(timer);
      jobs.delete(request.id);
      resolve(answer);
    };
    jobs.set(request.id, { collector: collector(how.onPart), end });
    how.send();
  });
}
