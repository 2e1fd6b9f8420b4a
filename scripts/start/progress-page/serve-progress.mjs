// A thread that answers at the server's port until the server itself can: the start command compares thousands of files
// in between, and would answer late.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { answerEarly } from "./answer-early.mjs";

const MAX_CONNECTIONS = 500;
/** The time that a client has for its request, and that running answers have to end. */
const REQUEST_MS = 10_000;
const LAST_ANSWERS_MS = 300;

const { host, port } = workerData;
let { stages } = workerData;

const server = createServer(
  { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000 },
  (request, response) => {
    const { status, headers, body } = answerEarly(request, stages);
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  },
);
server.maxConnections = MAX_CONNECTIONS;
server.once("error", ({ code }) => parentPort.postMessage({ failed: code }));
server.listen(port, host, () => parentPort.postMessage({ listening: true }));

function close() {
  // The port is free as soon as this call returns; connections with an answer under way stay for a moment.
  server.close();
  parentPort.postMessage({ closed: true });
  setTimeout(() => {
    server.closeAllConnections();
    parentPort.close();
  }, LAST_ANSWERS_MS);
}

parentPort.on("message", (message) => {
  if (message.stages) stages = message.stages;
  else close();
});
