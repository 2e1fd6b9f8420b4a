// Keeps the processes of the server running: one, or several that share the port by Node's cluster, in which this
// process accepts the connections and hands them out in turn.
import cluster from "node:cluster";
import { serverEnvironment } from "./server-environment.mjs";
import { makeSocketsFolder } from "./sockets-folder.mjs";
import { supervise } from "./supervise.mjs";

/**
 * Closes the connections that were on their way to a process that died. Node would forget them, and their clients would
 * wait for ever. No other process can take them: the dead one can have read a part.
 */
function closeLostConnections(child) {
  const unconfirmed = new Map();
  const { send } = child;
  child.send = (message, handle, ...rest) => {
    if (handle && message.act === "newconn") unconfirmed.set(message.seq, handle);
    return send.call(child, message, handle, ...rest);
  };
  child.on("internalMessage", ({ ack }) => unconfirmed.delete(ack));
  child.once("exit", () => {
    for (const handle of unconfirmed.values()) handle.close();
  });
}

/** Starts a process that shares its listeners with the others. It ends when its channel to this process does. */
function startSharing(script, options) {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: script,
    args: [JSON.stringify(options)],
    execArgv: process.execArgv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const worker = cluster.fork(serverEnvironment());
  // The process reports its errors too, and there they are handled.
  worker.on("error", () => {});
  closeLostConnections(worker.process);
  return worker.process;
}

/** The states of the processes; all of them receive each change. */
function keepStates(count, tellAll) {
  const states = Array.from({ length: count }, (_, place) => ({
    ...{ index: place + 1, state: "starting", since: Date.now(), restarts: 0 },
  }));
  const report = () => tellAll({ states });
  const changed = (index) => (isRunning) => {
    const state = states[index - 1];
    Object.assign(state, { state: isRunning ? "running" : "starting", since: Date.now() });
    if (!isRunning) state.restarts++;
    report();
  };
  return { changed };
}

function superviseSeveral(script, options, { count, dataDir, ...reports }) {
  const { folder, remove } = makeSocketsFolder(dataDir);
  const all = [];
  let isStopping = false;
  const { changed } = keepStates(count, (message) => {
    for (const process of all) process.tell(message);
  });
  const start = (index) => {
    const process = supervise(
      script,
      { ...options, place: { index, count, sockets: folder } },
      {
        ...reports,
        who: `Process ${index} of the server`,
        start: startSharing,
        changed: changed(index),
        // The others go on without it. Without the first there are no pages and no sandboxes.
        ...(index > 1 && { maxFailedStarts: Infinity }),
      },
    );
    all.push(process);
    return process;
  };
  const first = start(1);
  const ready = first.ready.then(async (lines) => {
    // After the first, which does what is done once: it checks the secret, and records what an earlier run has left.
    const others = isStopping ? [] : Array.from({ length: count - 1 }, (_, place) => start(place + 2));
    await Promise.all(others.map((process) => process.ready));
    return lines;
  });
  return {
    ready,
    pid: first.pid,
    stop: async () => {
      isStopping = true;
      const [, ...others] = all;
      const firstEnds = first.stop();
      await Promise.all(others.map((process) => process.stop()));
      first.tell("alone");
      await firstEnds;
      remove();
    },
    kill: () => {
      for (const process of all) process.kill();
    },
  };
}

/**
 * Starts the script in as many processes as wanted, the first before the others, and keeps them running as `supervise`
 * does.
 * @param {string} script as that of `supervise`; with several processes it also receives `place`, {states} of all
 *   processes, and "alone" when the others have ended after "stop"
 * @param {object} options
 * @param {Parameters<typeof supervise>[2] & { count: number, dataDir: string }} reports
 * @returns as `supervise`; `ready` when all are
 */
export function superviseAll(script, options, { count, dataDir, ...reports }) {
  return count > 1
    ? superviseSeveral(script, options, { count, dataDir, ...reports })
    : supervise(script, options, reports);
}
