/** Compiles documents in threads of their own, a few at a time, with limits of memory and time. */
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { OwnToolkitRows } from "@/lib/catalog/load/own-toolkit-rows";
import { freeSlot, type SlotLimits, tryTakeSlot, waitForSlot, waitingForSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import type { CompileJob, CompileResult } from "../compile/compile-job";
import type { GraphqlJob, GraphqlOperations } from "../compile/graphql-operations";
import type { ServerJob } from "../mcp/server-job";

type Job = CompileJob | ServerJob | GraphqlJob;
type ResultOf<J extends Job> = J extends ServerJob
  ? OwnToolkitRows
  : J extends GraphqlJob
    ? GraphqlOperations
    : CompileResult;

const NAME = "own-toolkits.compile";
/** Of this process; a project has one at a time, so that nobody's documents delay all others. */
const THREADS: SlotLimits = { total: 2, share: 1 };
/** Of all projects, and of one. */
const MOST_WAITING = { all: 20, project: 5 };
/** Requests that hold a document while it is read, waits and is compiled. */
const PLACES_NAME = "own-toolkits.documents";
const PLACES: SlotLimits = { total: THREADS.total + MOST_WAITING.all, share: 1 + MOST_WAITING.project };
/** For one document; GitHub's own description takes a quarter of it on two cores. */
const MAX_MS = 60_000;
/** Megabytes of one thread: GitHub's description of 13 MB needs a quarter. A larger young generation only grows. */
const MEMORY = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 8, stackSizeMb: 8 };
export type CompileLimits = { ms: number; memory: typeof MEMORY };
const LIMITS: CompileLimits = { ms: MAX_MS, memory: MEMORY };

const queue = () => processMemory("own-toolkits.compile", () => ({ waiting: 0 }));

/** The bundle next to the server's; the source where TypeScript runs as it is. Tests set a bundle of their own. */
const program = (): string =>
  processMemory("own-toolkits.program", () =>
    import.meta.url.endsWith(".ts")
      ? fileURLToPath(new URL("../../../compile-worker.ts", import.meta.url))
      : path.resolve("dist/compile-worker.mjs"),
  );

function startThread(options: WorkerOptions): Worker {
  const file = program();
  if (!file.endsWith(".ts")) return new Worker(file, options);
  const source = JSON.stringify(pathToFileURL(file).href);
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(code, { ...options, eval: true });
}

const tooLarge = (what: string): ApiError =>
  new ApiError("Unprocessable", `Compiling the document takes more ${what} than it may.`, {
    suggestedFix: "Send a smaller description: only the operations that are needed, as JSON instead of YAML.",
  });

/** Nobody reads it: the caller is gone. */
const abandoned = (): ApiError => new ApiError("RequestTimeout", "The caller no longer waits for the document.");

const TOO_DEEP = /Maximum call stack/;

/** What a thread's end means for whoever sent the document. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") return tooLarge("memory");
  if (TOO_DEEP.test(error.message))
    return new ApiError("Unprocessable", "The document has too many levels.", {
      suggestedFix: "Describe the schemas with fewer levels.",
    });
  return error;
}

/** The buffer of a job's document, if it is of nothing else: the thread gets it, and no copy. */
function bufferOf(job: Job): ArrayBuffer[] {
  const bytes = "text" in job ? job.text : "introspection" in job ? job.introspection : "";
  return typeof bytes !== "string" && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

function runInThread<J extends Job>(
  job: J,
  { ms, memory }: CompileLimits,
  signal: AbortSignal | undefined,
): Promise<ResultOf<J>> {
  return new Promise((resolve, reject) => {
    // The thread reads no settings, and none of their secrets is in it.
    const worker = startThread({ workerData: job, transferList: bufferOf(job), env: {}, resourceLimits: memory });
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abandon);
      void worker.terminate();
    };
    const abandon = (): void => {
      reject(abandoned());
      end();
    };
    const timer = setTimeout(() => {
      reject(tooLarge("time"));
      end();
    }, ms);
    signal?.addEventListener("abort", abandon, { once: true });
    worker.once("message", (result: ResultOf<J>) => {
      resolve(result);
      end();
    });
    worker.once("error", (error) => {
      reject(toApiError(error) as Error);
      end();
    });
    worker.once("exit", () => {
      reject(tooLarge("memory"));
      end();
    });
  });
}

const busy = (): ApiError =>
  new ApiError("Unavailable", "Many documents are being compiled at the moment.", {
    suggestedFix: "Try again in a minute.",
    headers: { "retry-after": "30" },
  });

/**
 * Runs work that reads a document and compiles it: documents have megabytes, so a bounded number of them is in memory.
 * @throws ApiError Unavailable if too many are
 */
export async function withDocumentPlace<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  if (!tryTakeSlot(PLACES_NAME, projectId, PLACES)) throw busy();
  try {
    return await work();
  } finally {
    freeSlot(PLACES_NAME, projectId);
  }
}

/** Waits for a slot. Returns false if the caller gave up. */
async function waitInQueue(projectId: string, signal: AbortSignal | undefined): Promise<boolean> {
  const state = queue();
  if (state.waiting >= MOST_WAITING.all || waitingForSlot(NAME, projectId) >= MOST_WAITING.project) throw busy();
  state.waiting += 1;
  try {
    return await waitForSlot(NAME, projectId, (giveUp) => {
      if (signal?.aborted) giveUp();
      else signal?.addEventListener("abort", giveUp, { once: true });
    });
  } finally {
    state.waiting -= 1;
  }
}

/**
 * Compiles one document, the tools of one MCP server or the operations of one GraphQL endpoint, for a project.
 * @param makeJob is called when it is this job's turn, so that what it reads is not held while it waits
 * @param signal ends the work when nobody waits for it
 * @throws ApiError Unavailable if too many wait, Unprocessable for a document that needs too much memory or time
 */
export async function runCompile<J extends Job>(
  projectId: string,
  makeJob: () => J | Promise<J>,
  signal?: AbortSignal,
  limits: CompileLimits = LIMITS,
): Promise<ResultOf<J>> {
  if (!tryTakeSlot(NAME, projectId, THREADS) && !(await waitInQueue(projectId, signal))) throw abandoned();
  try {
    const job = await makeJob();
    if (signal?.aborted) throw abandoned();
    return await runInThread(job, limits, signal);
  } finally {
    freeSlot(NAME, projectId);
  }
}
