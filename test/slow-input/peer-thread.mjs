// The other side of a test, in a thread of its own, so that what it makes and reads does not hold the loop under test:
// a provider and a gateway that answer hostile JSON, a client, and somebody who asks for the health all along.
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { WebSocketServer } from "ws";
import { HOSTILE_JSON } from "./hostile-json.mjs";

const HEALTH_EVERY_MS = 10;
const WAIT_MS = 60_000;

/** The current answer. */
let text = "{}";
const server = createServer((incoming, response) => {
  incoming.resume();
  response.writeHead(200, { "content-type": "application/json" }).end(text);
});
/** A gateway sends its messages as soon as a client listens. */
const gateway = new WebSocketServer({ server });
gateway.on("connection", (socket) => {
  const send = (type, data) =>
    socket.send(`{"header":{"msg_type":"${type}"},"parent_header":{},"channel":"iopub","content":${data}}`);
  send("display_data", `{"data":${text}}`);
  send("display_data", `{"data":{"application/json":${text}}}`);
  send("stream", `{"name":"stdout","text":${text}}`);
  socket.close();
});

/** The status, once the answer has come; `"cut"` where the other side ended the connection. */
function ask(options, body) {
  return new Promise((resolve) => {
    const clientRequest = request({ timeout: WAIT_MS, ...options }, (answer) =>
      answer
        .resume()
        .on("end", () => resolve(answer.statusCode))
        .on("error", () => resolve("cut")),
    );
    clientRequest.on("error", () => resolve("cut")).on("timeout", () => clientRequest.destroy());
    clientRequest.end(body);
  });
}

/** Lines of JSON, as a sandbox writes them. */
const writeLines = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
      .on("error", () => {})
      .on("close", () => resolve("closed"));
    for (const type of ["stream", "display", "result"])
      socket.write(`{"type":"${type}","name":"stdout","text":${text},"data":${text}}\n`);
    socket.end();
  });

const WORK = {
  choose: ({ kind, bytes }) => void (text = kind ? HOSTILE_JSON[kind](bytes) : "{}"),
  answer: ({ wrap }) => void (text = `${wrap[0]}${text}${wrap[1]}`),
  ask: ({ options, body }) => ask(options, body),
  askWithHostile: ({ options }) =>
    ask({ ...options, headers: { ...options.headers, "content-length": Buffer.byteLength(text) } }, text),
  writeLines: ({ port }) => writeLines(port),
  watch: ({ options }) => void (watched = watch(options)),
  watched: async () => {
    isOver = true;
    return watched;
  },
};

let watched;
let isOver = false;
/**
 * The longest milliseconds that the health took, and how often it was asked. Those of the clock or of the processor,
 * whichever is less, as a busy machine adds to the first.
 */
async function watch(options) {
  isOver = false;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [longest, count] = [0, 0];
  while (!isOver) {
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const status = await ask({ ...options, agent });
    const { user, system } = process.cpuUsage(cpu);
    if (status !== 200) throw new Error(`The health was answered ${status}.`);
    longest = Math.max(longest, Math.min(performance.now() - startedAt, (user + system) / 1000));
    count++;
    await pause(HEALTH_EVERY_MS);
  }
  agent.destroy();
  return { longest, count };
}

parentPort.on("message", async ({ id, name, ...args }) => {
  parentPort.postMessage({ id, result: await WORK[name](args) });
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
