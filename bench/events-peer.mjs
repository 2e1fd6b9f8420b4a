// The other side of events in the bench: makes hooks as GitHub does, sends signed events to their addresses, and
// receives webhooks.
import { createHmac } from "node:crypto";
import http, { createServer } from "node:http";

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
/** Addresses of hooks with their secrets. */
const hooks = [];
let received = 0;
let sentCount = 0;
/** When events were sent whose way to the receiver is measured, by their numbers. */
const sentAt = new Map();
const wayTimes = [];

function noteReceived(body) {
  received++;
  if (sentAt.size === 0) return;
  const number = Number(/"0{8,}(\d+)"/.exec(body)?.[1]);
  const startedAt = sentAt.get(number);
  if (startedAt === undefined) return;
  sentAt.delete(number);
  wayTimes.push(performance.now() - startedAt);
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer(async (request, response) => {
  const body = await readBody(request);
  if (request.url === "/receive") noteReceived(body);
  else if (request.url.endsWith("/hooks")) {
    const { url, secret } = JSON.parse(body).config;
    hooks.push({ url, secret });
  }
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ id: hooks.length, login: "octocat" }));
});
server.keepAliveTimeout = 60_000;

const toEvent = (number) =>
  JSON.stringify({
    ref: "refs/heads/main",
    repository: { id: 1296269, full_name: "octocat/hello-world" },
    commits: [
      {
        id: String(number).padStart(40, "0"),
        message: "Fix all the bugs",
        timestamp: "2026-04-14T16:00:49Z",
        url: "https://github.com/octocat/hello-world",
        author: { name: "Monalisa", email: "m@example.com" },
      },
    ],
  });

/** The trigger of an event: one of all of them in turn, but for every fourth, which is for the busy one. */
const hookOf = (number) => hooks[number % 4 === 0 ? 0 : (number - (number >> 2)) % hooks.length];

/** Sends one event; gives the milliseconds until its answer. */
function sendOne() {
  const number = ++sentCount;
  const { url, secret } = hookOf(number);
  const body = toEvent(number);
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-github-event": "push",
    "x-github-delivery": `bench-${process.pid}-${number}`,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", headers, agent }, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 200
          ? resolve(performance.now() - startedAt)
          : reject(new Error(`An event got ${response.statusCode}.`)),
      );
    });
    request.once("error", reject);
    request.end(body);
  });
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const partOf = (times, part) => times[Math.floor(times.length * part)];

/** Sends so many a second, evenly; gives the milliseconds from each report to its arrival at the receiver. */
async function sendEvenly({ perSecond, seconds }) {
  wayTimes.length = 0;
  const startedAt = performance.now();
  const sending = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now();
    if (waitMs >= 1) await pause(waitMs);
    sentAt.set(sentCount + 1, performance.now());
    sending.push(sendOne());
  }
  await Promise.all(sending);
  const takenMs = performance.now() - startedAt;
  for (let waited = 0; sentAt.size > 0 && waited < 30_000; waited += 20) await pause(20);
  const missingCount = sentAt.size;
  sentAt.clear();
  wayTimes.sort((a, b) => a - b);
  return {
    events: wayTimes.length,
    missing: missingCount,
    perSecond: Math.round((sending.length * 1000) / takenMs),
    p50Ms: partOf(wayTimes, 0.5),
    p99Ms: partOf(wayTimes, 0.99),
  };
}

/** Sends for some seconds, or so many, over some connections. */
async function sendMany({ connections, seconds = Infinity, amount = Infinity }) {
  const startedAt = performance.now();
  const times = [];
  let index = 0;
  const runSender = async () => {
    while (performance.now() - startedAt < seconds * 1000 && index++ < amount) times.push(await sendOne());
  };
  await Promise.all(Array.from({ length: connections }, runSender));
  times.sort((a, b) => a - b);
  return {
    events: times.length,
    ms: performance.now() - startedAt,
    p50Ms: times[times.length >> 1],
    p99Ms: times[Math.floor(times.length * 0.99)],
  };
}

process.on("message", async ({ ask, ...how }) => {
  try {
    const acts = { send: sendMany, evenly: sendEvenly, count: () => ({ received }) };
    process.send({ answer: await acts[ask](how) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
