// `npm run bench:growth -- [--logs 2000000] [--seconds 5]`: whether a project with very many rows is as fast as an
// empty one. It fills a project with executions, and with events, accounts, users, servers, sessions and
// audit events in proportion, and measures every list, filter, count and detail, and executions before and after.
import "./start/node-version.mjs";
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import { prepareEvents, startPeer, untilReceived } from "../bench/events.mjs";
import { amountsFor, fillProject } from "../bench/growth-fill.mjs";
import { readsOf } from "../bench/growth-requests.mjs";
import { measure } from "../bench/measure.mjs";
import { connectAccount, startProduct, startServer } from "../bench/product.mjs";
import { findRuntime } from "./start/runtime-file.mjs";

/** Each read is made so often, one after the other. */
const READS = 20;
const WARM_UP_CALLS = 5_000;
/** Aim: p95 of each read. */
const LONGEST_MS = 200;
/** A row of the log with its indexes, and its part of all other rows, is less than this. */
const BYTES_A_LOG = 4_000;

const { values } = parseArgs({
  options: { logs: { type: "string", default: "2000000" }, seconds: { type: "string", default: "5" } },
});
const [logs, seconds] = [Number(values.logs), Number(values.seconds)];
const disk = statfsSync(tmpdir());
if (logs * BYTES_A_LOG > disk.bavail * disk.bsize * 0.9)
  throw new Error(`${logs} executions need more room than the disk of ${tmpdir()} has. Ask for fewer with --logs.`);

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(PATCHBAY_|DATABASE_URL$|HOST$|PORT$)/.test(name)),
);

async function ask({ url, key }, { path, method = "GET", body }) {
  const startedAt = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return { ms: performance.now() - startedAt, body: JSON.parse(text) };
}

const send = async (product, path, body) => (await ask(product, { path, method: "POST", body })).body;

/** One of each thing, which the fill copies. */
async function liveOnce(product, peer) {
  const subscription = await prepareEvents(product, peer);
  await peer.ask({ ask: "send", connections: 1, amount: 4 });
  await untilReceived(peer, 4, product.pid);
  const accounts = (await ask(product, { path: "/api/v3/connected_accounts" })).body.items;
  const [{ id: account, auth_config: config }] = accounts;
  const session = (await send(product, "/api/v3/tool_router/session", { user_id: "events" })).session_id;
  const server = (await send(product, "/api/v3/mcp/servers", { name: "bench", auth_config_ids: [config.id] })).id;
  return { account, authConfig: config.id, subscription, session, server };
}

async function measureExecutions(product, upstream, account) {
  const target = {
    name: "tool execute",
    url: `${product.url}/api/v3/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER`,
    method: "POST",
    headers: { "x-api-key": product.key, "content-type": "application/json" },
    body: JSON.stringify({ connected_account_id: account, arguments: {} }),
  };
  const how = { connections: 16, startPid: product.startPid, productPid: product.pid, upstreamPid: upstream.pid };
  await measure(target, { ...how, seconds: 0, amount: WARM_UP_CALLS });
  return measure(target, { ...how, seconds });
}

async function measureReads(product, reads) {
  const slow = [];
  for (const read of reads) {
    const times = [];
    for (let turn = 0; turn < READS; turn++) times.push((await ask(product, read)).ms);
    times.sort((a, b) => a - b);
    const [p50, p95] = [times[READS >> 1], times[Math.floor(READS * 0.95)]];
    if (p95 > LONGEST_MS) slow.push(read.name);
    console.log(
      `${read.name.padEnd(34)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${p95 > LONGEST_MS ? "  SLOW" : ""}`,
    );
  }
  return slow;
}

const idsOf = async (client, ids) => ({
  ...ids,
  log: (await client.query("SELECT id FROM tool_log ORDER BY created_at DESC LIMIT 1")).rows[0].id,
  tool: (await client.query("SELECT tool_slug FROM tool_log ORDER BY created_at DESC LIMIT 1")).rows[0].tool_slug,
  event: (await client.query("SELECT id FROM webhook_event ORDER BY seq LIMIT 1")).rows[0].id,
  trigger: (await client.query("SELECT trigger_id FROM webhook_event ORDER BY seq DESC LIMIT 1")).rows[0].trigger_id,
});

/** Tables whose rows are many, each with its indexes and its long values. */
async function printSizes(client) {
  for (const table of ["tool_log", "webhook_event", "webhook_delivery", "webhook_attempt", "connected_account"]) {
    const { rows } = await client.query(
      `SELECT count(*)::float AS count, pg_total_relation_size('${table}')::float AS size, pg_indexes_size('${table}')::float AS indexes FROM ${table}`,
    );
    const [{ count, size, indexes }] = rows;
    const kB = (bytes) => (bytes / count / 1024).toFixed(2);
    console.log(`a row of ${table}: ${kB(size)} kB, ${kB(indexes)} of them in indexes`);
  }
}

/** Bytes of PostgreSQL's write-ahead log until now. */
const walBytes = async (client) =>
  Number((await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes")).rows[0].bytes);

const costOf = ({ perSecond, cpuMs }) =>
  `${perSecond} a second, CPU ${cpuMs.server} ms server and ${cpuMs.database} ms database`;

async function run(product, upstream, peer) {
  const client = new pg.Client({ connectionString: findRuntime(product.dataDir).url });
  await client.connect();
  try {
    const account = await connectAccount(product, upstream.url, "bench");
    const ids = await liveOnce(product, peer);
    const empty = await measureExecutions(product, upstream, account);
    console.log(`executions in an empty project: ${costOf(empty)}`);
    const { rows } = await client.query("SELECT project_id FROM tool_log LIMIT 1");
    const startedAt = performance.now();
    await fillProject(client, amountsFor(logs), rows[0].project_id);
    const size = await client.query("SELECT pg_size_pretty(pg_database_size(current_database())) AS size");
    const tookS = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(
      `${logs.toLocaleString("en")} executions and what belongs to them: ${size.rows[0].size}, in ${tookS} s`,
    );
    await printSizes(client);
    const slow = await measureReads(product, readsOf(await idsOf(client, ids)));
    const writtenBefore = await walBytes(client);
    const full = await measureExecutions(product, upstream, account);
    const writtenKb = ((await walBytes(client)) - writtenBefore) / (full.requests + WARM_UP_CALLS) / 1024;
    console.log(`write-ahead log for an execution: ${writtenKb.toFixed(1)} kB`);
    const ratio = (part) => (full.cpuMs[part] / empty.cpuMs[part]).toFixed(2);
    console.log(`executions in the full project: ${costOf(full)}; ${ratio("server")} and ${ratio("database")} times`);
    console.log(
      slow.length === 0 ? `All reads within ${LONGEST_MS} ms.` : `Slower than ${LONGEST_MS} ms: ${slow.join(", ")}.`,
    );
  } finally {
    await client.end();
  }
}

const [upstream, peer] = [await startServer("upstream.mjs"), await startPeer()];
try {
  const product = await startProduct(environment);
  try {
    await run(product, upstream, peer);
  } finally {
    await product.stop();
  }
} finally {
  upstream.stop();
  peer.stop();
}
