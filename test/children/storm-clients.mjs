// A thread of clients: callers who repeat one request, and at the same time a storm of connections that are reset in
// every phase of a request.
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * @type {{ port: number, connections: number, callers: number, aSecond: number, call: { method: string, path: string,
 * headers?: Record<string, string>, body?: string }, heads: string[] }}
 */
const { port, connections, callers, aSecond, call, heads } = workerData;
const url = `http://127.0.0.1:${port}${call.path}`;
const [head = ""] = heads;
const phases = [
  "",
  "POST /api",
  `${head}content-length: 1000\r\n\r\n{`,
  `${head}content-length: 2\r\n\r\n{}`,
  `${head}content-length: 2\r\n\r\n{}`.repeat(20),
  "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  ...heads.slice(1).map((other) => `${other}\r\n`),
];
let over = false;
let calls = 0;
const errors = [];

/** Calls again and again until the storm is over, and at least twice: a slow machine is not wrong. */
async function caller() {
  for (let round = 0; round < 2 || !over; round++) {
    try {
      const answer = await fetch(url, { method: call.method, headers: call.headers, body: call.body });
      await answer.arrayBuffer();
      if (answer.status !== 200) errors.push(answer.status);
      calls++;
    } catch (error) {
      errors.push(String(error.cause ?? error));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const reset = (index) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket
      .on("error", resolve)
      .on("close", resolve)
      .on("connect", () => {
        const chunk = phases[index % phases.length];
        if (chunk) socket.write(chunk, () => socket.resetAndDestroy());
        else socket.resetAndDestroy();
      });
  });

const running = Array.from({ length: callers }, caller);
const startedAt = performance.now();
const storm = [];
for (let index = 0; index < connections; index++) {
  storm.push(reset(index));
  const ahead = (index / aSecond) * 1000 - (performance.now() - startedAt);
  if (ahead > 5) await new Promise((resolve) => setTimeout(resolve, ahead));
}
await Promise.all(storm);
over = true;
await Promise.all(running);
parentPort.postMessage({ calls, errors });
