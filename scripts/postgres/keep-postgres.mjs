// Keeps the embedded PostgreSQL running: restarts it after an unrequested end, also while the app drains.
const AT_ONCE_MS = 50;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A server that ran for so long was healthy: the next pause is the first of the schedule again. */
const SOUND_MS = 60_000;
/** The number of failed starts in a row before it gives up. */
const MAX_FAILED_STARTS = 5;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the restarted server; undefined if a stop was requested or no start succeeds. */
async function startAgain(launch, crashes, { say, gaveUp, pause, isOver }) {
  for (let failed = 0; failed < MAX_FAILED_STARTS; failed++) {
    const times = crashes + failed;
    await pause(times === 0 ? AT_ONCE_MS : Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), MAX_PAUSE_MS));
    if (isOver()) return undefined;
    try {
      return await launch();
    } catch (error) {
      if (isOver()) return undefined;
      say(`PostgreSQL could not be started again: ${error.message}`);
    }
  }
  gaveUp();
  return undefined;
}

/**
 * Restarts PostgreSQL until `stop`. A SIGTERM to every process of the machine also ends PostgreSQL while the app still
 * has requests to answer and rows to store. The app waits two seconds for its database, so the first restart follows
 * after 50 ms; the pauses before further restarts double from half a second to half a minute.
 * @param {(options: { signal?: AbortSignal, port?: number, began: (stop: () => Promise<void>, kill: () => void) => void
 *   }) => Promise<{ url: () => string, port: number, exited: Promise<void> }>} start startPostgres, with the same
 *   address each time
 * @param {{ say: (line: string) => void, gaveUp: () => void, pause?: (ms: number) => Promise<unknown> }} reports
 * @returns {{ start: (signal?: AbortSignal) => Promise<string>, stop: () => Promise<void>, kill: () => void }} `start`
 *   returns the address of the database and throws the error of the first start; `stop` and `kill` work at any time
 */
export function keepPostgres(start, { say, gaveUp, pause = wait }) {
  /** Functions that end the server that runs or is about to run. */
  let ends = { stop: async () => {}, kill: () => {} };
  let stopping = false;
  let attempt = Promise.resolve();

  const launch = (options) => {
    const launched = start({ ...options, began: (stop, kill) => void (ends = { stop, kill }) });
    attempt = launched.catch(() => undefined);
    return launched;
  };

  const watch = async (first) => {
    let crashes = 0;
    for (let server = first; server; ) {
      const since = Date.now();
      await server.exited;
      if (stopping) return;
      if (Date.now() - since > SOUND_MS) crashes = 0;
      say("PostgreSQL ended on its own; starting it again.");
      const { port } = server;
      server = await startAgain(() => launch({ port }), crashes++, { say, gaveUp, pause, isOver: () => stopping });
      if (server) say("PostgreSQL runs again.");
    }
  };

  return {
    start: async (signal) => {
      const server = await launch({ signal });
      void watch(server);
      return server.url();
    },
    stop: async () => {
      stopping = true;
      await ends.stop();
      // A start that was in progress can have launched a server meanwhile.
      await attempt;
      await ends.stop();
    },
    kill: () => {
      stopping = true;
      ends.kill();
    },
  };
}
