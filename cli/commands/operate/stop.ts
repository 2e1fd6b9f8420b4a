/** `patchbay stop`: asks the running server of this installation to end, and waits for it. */
import { setTimeout as wait } from "node:timers/promises";
import { defineCommand, EXIT, Failure } from "../../command";
import { findDataFolder, findServer } from "../../operate/load-script";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";
import { readLimit } from "../../read-limit";

const LOOK_MS = 100;
/** Calls under way have 10 seconds, and PostgreSQL some more. */
const STANDARD_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 86_400;

function signalServer(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM")
      throw new Failure(`Process ${pid} belongs to another user: run this command as that user.`);
    throw error;
  }
}

export const stop = defineCommand({
  usage: "",
  about: ["Calls under way can end first."],
  options: {
    data: START_OPTIONS.data,
    wait: { type: "string", value: "SECONDS", description: `How long to wait; ${STANDARD_WAIT_SECONDS} by default` },
  },
  run: async ({ values, root, out, json, isJson, signal }) => {
    applyStartOptions(values);
    const seconds = readLimit("wait", values.wait, STANDARD_WAIT_SECONDS, MAX_WAIT_SECONDS);
    const dataDir = await findDataFolder(root);
    const server = await findServer(root, dataDir);
    if (!server) throw new Failure(`Patchbay does not run on the data folder ${dataDir}.`);
    // The same process ID can be another program's on this machine.
    if (!server.isHere)
      throw new Failure(`The server of ${dataDir} runs in another container or on another machine: stop it there.`);
    signalServer(server.pid);
    const until = Date.now() + seconds * 1000;
    while ((await findServer(root, dataDir)) !== null) {
      if (Date.now() >= until) throw new Failure(`Process ${server.pid} has not ended yet.`);
      await wait(LOOK_MS, undefined, { signal });
    }
    if (isJson) json({ stopped: server.pid });
    else out("Stopped.");
    return EXIT.done;
  },
});
