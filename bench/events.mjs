// Events in the bench: how many reports of a provider are taken a second, whether deliveries keep pace, how long one
// takes from its report to the receiver, and how a backlog is sent.
import { once } from "node:events";
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "../scripts/paths.mjs";
import { connectAccount } from "./product.mjs";
import { cpuMs, partsOf, rssMb } from "./processes.mjs";

const CONNECTIONS = 16;
/** Each is a lane: its events are sent in their order. */
const TRIGGERS = 16;
const WARM_UP_EVENTS = 2000;
/** Of the events whose way to the receiver is measured: far less than what the server can take, and much. */
const EVEN_RATES = [50, 1200];

export async function startPeer() {
  const child = fork(inRoot("bench/events-peer.mjs"), [], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [port] = await once(child, "message");
  const ask = async (question) => {
    child.send(question);
    const [{ answer, error }] = await once(child, "message");
    if (error) throw new Error(error);
    return answer;
  };
  return { url: `http://127.0.0.1:${port}`, ask, stop: () => child.disconnect() };
}

async function api({ url, key }, method, path, body) {
  const answer = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Waits until as many have come; gives the milliseconds, and the memory of the server on the way. */
export async function untilReceived(peer, total, pid, steps = 10) {
  const startedAt = performance.now();
  const { received: first } = await peer.ask({ ask: "count" });
  const memory = [];
  for (;;) {
    const { received } = await peer.ask({ ask: "count" });
    while (memory.length < steps && received - first >= ((total - first) * (memory.length + 1)) / steps)
      memory.push(Math.round(rssMb(pid)));
    if (received >= total) return { ms: performance.now() - startedAt, memory };
    await sleep(50);
  }
}

/** A subscription and triggers whose hooks the peer has. */
export async function prepareEvents(product, peer) {
  await connectAccount(product, peer.url, "events");
  const subscription = await api(product, "POST", "/webhook_subscriptions", {
    webhook_url: `${peer.url}/receive`,
    enabled_events: ["composio.trigger.message"],
  });
  for (let n = 0; n < TRIGGERS; n++)
    await api(product, "POST", "/trigger_instances/GITHUB_COMMIT_EVENT/upsert", {
      user_id: "events",
      trigger_config: { owner: "octocat", repo: `hello-${n}` },
    });
  return subscription.id;
}

/** Events taken a second with a receiver that gets them meanwhile, and the time until it has the last one. */
async function measureIngress(product, peer, seconds) {
  const { received: before } = await peer.ask({ ask: "count" });
  const { database } = partsOf(product.startPid);
  const cpu = { server: cpuMs([product.pid]), database: cpuMs(database) };
  const { events, ms, p50Ms, p99Ms } = await peer.ask({ ask: "send", connections: CONNECTIONS, seconds });
  const { received } = await peer.ask({ ask: "count" });
  const last = await untilReceived(peer, before + events, product.pid);
  return {
    events,
    perSecond: Math.round((events * 1000) / ms),
    p50Ms: Number(p50Ms.toFixed(2)),
    p99Ms: Number(p99Ms.toFixed(2)),
    deliveredPerSecond: Math.round((events * 1000) / (ms + last.ms)),
    behind: events - (received - before),
    lastAfterMs: Math.round(last.ms),
    cpuMsAnEvent: {
      server: Number(((cpuMs([product.pid]) - cpu.server) / events).toFixed(2)),
      database: Number(((cpuMs(database) - cpu.database) / events).toFixed(2)),
    },
  };
}

/** How long events take that come evenly; a rate that the machine cannot take is what came of it. */
async function measureWay(product, peer, { perSecond, seconds }) {
  const { database } = partsOf(product.startPid);
  const cpu = { server: cpuMs([product.pid]), database: cpuMs(database) };
  const way = await peer.ask({ ask: "evenly", perSecond, seconds });
  const cost = (name, pids) => ((cpuMs(pids) - cpu[name]) / way.events).toFixed(2);
  const [server, store] = [cost("server", [product.pid]), cost("database", database)];
  console.log(
    `from a provider's report to the receiver, ${perSecond} a second (${way.perSecond} came): p50 ${way.p50Ms.toFixed(1)} ms, p99 ${way.p99Ms.toFixed(1)} ms of ${way.events} events; ${way.missing} did not arrive; CPU ${server} ms server and ${store} ms database an event`,
  );
  return { asked: perSecond, ...way, cpuMsAnEvent: { server: Number(server), database: Number(store) } };
}

/** A receiver that is paused while so many events come, and gets them all afterwards. */
async function measureBacklog(product, peer, subscription, amount) {
  const { received: before } = await peer.ask({ ask: "count" });
  await api(product, "PATCH", `/webhook_subscriptions/${subscription}`, { paused: true });
  const { ms: writtenMs } = await peer.ask({ ask: "send", connections: CONNECTIONS, amount });
  const atStartMb = Math.round(rssMb(product.pid));
  await api(product, "PATCH", `/webhook_subscriptions/${subscription}`, { paused: false });
  const { ms, memory } = await untilReceived(peer, before + amount, product.pid);
  return {
    events: amount,
    takenPerSecond: Math.round((amount * 1000) / writtenMs),
    deliveredPerSecond: Math.round((amount * 1000) / ms),
    serverMb: [atStartMb, ...memory],
  };
}

/**
 * @param {{ seconds: number, backlog: number }} how `backlog`: so many events wait for a paused receiver; none with 0
 */
export async function measureEvents(product, { seconds, backlog }) {
  const peer = await startPeer();
  try {
    const subscription = await prepareEvents(product, peer);
    await peer.ask({ ask: "send", connections: CONNECTIONS, amount: WARM_UP_EVENTS });
    await untilReceived(peer, WARM_UP_EVENTS, product.pid);
    const ingress = await measureIngress(product, peer, seconds);
    console.log(
      `events: ${ingress.perSecond} a second taken (p50 ${ingress.p50Ms} ms, p99 ${ingress.p99Ms} ms, CPU ${ingress.cpuMsAnEvent.server} ms server and ${ingress.cpuMsAnEvent.database} ms database an event), ${ingress.deliveredPerSecond} a second delivered; ${ingress.behind} were under way at the end, the last one came after ${ingress.lastAfterMs} ms`,
    );
    const ways = [];
    for (const perSecond of EVEN_RATES) ways.push(await measureWay(product, peer, { perSecond, seconds }));
    if (backlog === 0) return { ingress, ways };
    const waiting = await measureBacklog(product, peer, subscription, backlog);
    console.log(
      `backlog of ${backlog}: taken with ${waiting.takenPerSecond} a second, delivered with ${waiting.deliveredPerSecond} a second; server ${waiting.serverMb.join(", ")} MB`,
    );
    return { ingress, ways, backlog: waiting };
  } finally {
    peer.stop();
  }
}
