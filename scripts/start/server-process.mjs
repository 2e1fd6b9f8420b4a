// The server in a separate process, which start.mjs starts, watches and restarts: an error that ends it does not end
// PostgreSQL.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";
import { migrationsIn } from "./migrate.mjs";
import { watchOthers } from "./until-alone.mjs";

const { place = { index: 1, count: 1, sockets: "" }, again = false, ...options } = JSON.parse(process.argv[2]);
let running;
let server;
/** The last report of the supervisor about all processes; it can come before the server is loaded. */
let states = [];
const { untilAlone, leaveAlone } = watchOthers(place.count);

const tell = (message) => new Promise((resolve) => process.send(message, resolve));

function stop() {
  if (!running) process.exit(0);
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

// Ctrl-C in a terminal reaches every process; start.mjs sends a message when this process must stop.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
process.on("SIGTERM", stop);
let listen = () => {};
process.on("message", (message) => {
  if (message === "stop") return stop();
  if (message === "alone") return leaveAlone();
  if (message === "listen") return listen();
  states = message.states;
  server?.setProcessStates(states);
});
// The parent process has ended without a message.
process.on("disconnect", () => process.exit(1));

/** Differs between two programs of the same version. */
function hashBuild() {
  const hash = createHash("sha256").update(readFileSync(inRoot("dist/server.mjs")));
  for (const { name, checksum } of migrationsIn()) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex").slice(0, 12);
}

/** Until the server can listen, the start shows its progress on the port. */
function beforeListen() {
  const mayListen = new Promise((resolve) => {
    listen = resolve;
  });
  void tell({ listens: true });
  return mayListen;
}

try {
  server = await import("../../dist/server.mjs");
  server.setProcessStates(states);
  running = await server.serve({
    ...{ ...options, place, again, beforeListen, build: hashBuild() },
    untilAlone: () => untilAlone,
  });
  await tell({ ready: again || place.index > 1 ? [] : await server.firstSteps(options.publicUrl) });
} catch (error) {
  // An error that a person can solve is shown without a stack.
  const why = error.constructor.name === "SettingsError" ? error.message : error.stack;
  await tell({ failed: { code: error.code, why } });
  process.exit(1);
}
