/** The thread that renders pages: started for the first request, ended when idle, and started again after its end. */
import { rmSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { background, log } from "@/lib/kernel/process/log";
import type { ProcessPlace } from "@/lib/kernel/process/process-place";
import type { Secrets } from "@/lib/kernel/process/secrets";

export type PageThreadData = {
  host: string;
  port: number;
  socketPath: string;
  /** That of the process. */
  place: ProcessPlace;
  /** Whether API calls come to this thread too. */
  answersApi?: boolean;
  /** Those of this thread: a key management service is asked only once. */
  secrets: Secrets;
};

type PageWorkerOptions = {
  /** The script of the thread: the bundle of `page-server.ts`. */
  script: URL;
  data: Omit<PageThreadData, "socketPath">;
  /** For sockets; each start of the thread listens on another. */
  folder: string;
  /** How long the thread is kept without a request; it never ends on its own if left out. */
  idleMs?: number | undefined;
  /** The time limit of running requests when the thread stops; a request that hangs must not keep the process alive. */
  stopMs: number;
};

type Thread = { worker: Worker; socketPath: string };

/** The pause before a thread that died is started again, and before another try if it did not start. */
const PAUSE_MS = { died: 1_000, notStarted: 10_000 };

/**
 * The young generation of the thread. V8's own limit would hold 32 MB for as long as the thread runs; with 8 MB pages
 * render as quickly.
 */
const YOUNG_GENERATION_MB = 12;

/** Starts one thread; resolves when it is ready. */
function launch(script: URL, data: PageThreadData): Promise<Thread> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker.once("message", () => resolve({ worker, socketPath: data.socketPath }));
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`The thread for pages ended with code ${code} before it answered.`)),
    );
  });
}

async function end({ worker }: Thread, stopMs: number): Promise<void> {
  const exit = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve());
  });
  worker.postMessage("stop");
  const cut = setTimeout(() => void worker.terminate(), stopMs);
  await exit;
  clearTimeout(cut);
}

/** Keeps the thread; the first `enter` starts it. */
export class PageWorker {
  private readonly starting = shareInFlight<Thread>();
  private readonly ending = new Set<Promise<void>>();
  private running: Thread | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private starts = 0;
  private visitors = 0;
  private pauseEndsAt = 0;

  constructor(private readonly options: PageWorkerOptions) {}

  /**
   * Keeps the thread until `leave` is called, and starts it if it does not run.
   * @returns the path of its socket
   * @throws the error of the start; Error for some seconds after a failure
   */
  async enter(): Promise<string> {
    this.visitors++;
    clearTimeout(this.idleTimer);
    const { socketPath } = this.running ?? (await this.starting.run("", () => this.start()));
    return socketPath;
  }

  /** Ends the visit that `enter` began, also if that failed. */
  leave(): void {
    const { idleMs } = this.options;
    if (--this.visitors === 0 && idleMs !== undefined)
      this.idleTimer = setTimeout(() => void this.endIfIdle(), idleMs).unref();
  }

  /** Lets running requests end, for a limited time, and stops the thread. */
  async stop(): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.untilStarted();
    this.end();
    await Promise.all(this.ending);
  }

  private untilStarted = async (): Promise<void> => void (await this.starting.find("")?.catch(() => undefined));

  private async endIfIdle(): Promise<void> {
    await this.untilStarted();
    if (this.visitors === 0) this.end();
  }

  /** The next request starts another thread, while this thread ends. */
  private end(): void {
    const { running } = this;
    if (!running) return;
    this.running = undefined;
    const ending = end(running, this.options.stopMs).finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }

  private pause(ms: number): void {
    this.pauseEndsAt = performance.now() + ms;
  }

  private async start(): Promise<Thread> {
    if (performance.now() < this.pauseEndsAt)
      throw new Error("The thread for pages is started again in a few seconds.");
    const { script, data, folder } = this.options;
    const socketPath = path.join(folder, `socket${++this.starts}`);
    const thread = await launch(script, { ...data, socketPath }).catch((error: unknown) => {
      this.pause(PAUSE_MS.notStarted);
      throw error;
    });
    this.running = thread;
    thread.worker.on("error", (error) => log.error(background("pages"), "the thread for pages failed", { error }));
    thread.worker.once("exit", () => {
      rmSync(socketPath, { force: true });
      if (this.running !== thread) return;
      this.running = undefined;
      this.pause(PAUSE_MS.died);
    });
    return thread;
  }
}
