// `npm run bench [-- --seconds 5] [--only proxy] [--processes 2] [--stages] [--calls 200000] [--backlog 100000]
// [--against PATH | --tracing | --policies | --receipts | --shaping [--pairs 10]]`: the cost of a call through
// Patchbay, compared with a direct call and a minimal forwarder. `--processes` is PATCHBAY_PROCESSES; CPU and memory
// of the server are those of all its processes. `--stages` adds where the server spends its CPU time (measuring that
// costs some too), `--calls` checks if memory grows over so many calls, `--backlog` measures how so many events reach
// a receiver that was paused. `--against` compares with another checkout that has its packages installed, `--tracing`
// a product that sends traces to a collector with one that does not, `--policies` a project of 200 policies with an
// empty one, `--receipts` calls with a signed receipt with calls without one, and `--shaping` calls that ask for a
// smaller answer with calls that do not: both sides run at the same time (as two projects of one product, unless the
// checkout or the settings differ), are measured in turn, and are started again after every second pair. `--save`
// appends the figures of a run to bench/history.jsonl, draws bench/history.svg, and prints what changed by over 5 %.
import "./start/node-version.mjs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "./start/install-packages.mjs";
import { inRoot, root } from "./paths.mjs";

const CONNECTIONS = [1, 16, 64];
/** Calls before V8 has optimized the code that runs for the rest of the day. */
const WARM_UP_CALLS = 10_000;

function readArguments() {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "5" },
      only: { type: "string", default: "" },
      stages: { type: "boolean", default: false },
      calls: { type: "string", default: "0" },
      backlog: { type: "string", default: "0" },
      against: { type: "string", default: "" },
      tracing: { type: "boolean", default: false },
      policies: { type: "boolean", default: false },
      receipts: { type: "boolean", default: false },
      shaping: { type: "boolean", default: false },
      pairs: { type: "string", default: "10" },
      processes: { type: "string", default: "1" },
      save: { type: "boolean", default: false },
    },
  });
  const [seconds, calls, backlog, pairs] = [values.seconds, values.calls, values.backlog, values.pairs].map(Number);
  return { ...values, seconds, calls, backlog, pairs };
}

/** A developer's own settings must not change the figures. */
const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("PATCHBAY_") && !["DATABASE_URL", "HOST", "PORT"].includes(name),
    ),
  );

function targetsOf({ url, key }, upstreamUrl, forwarder, accountId) {
  const headers = { "x-api-key": key };
  const posting = { ...headers, "content-type": "application/json" };
  const body = (value) => JSON.stringify({ connected_account_id: accountId, ...value });
  return [
    { name: "direct to the provider", url: `${upstreamUrl}/user`, connections: CONNECTIONS },
    {
      name: "bare forwarder",
      url: forwarder.url,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ endpoint: "/user", method: "GET" }),
      connections: CONNECTIONS,
      serverPid: forwarder.pid,
    },
    {
      name: "proxy execute",
      url: `${url}/api/v3/tools/execute/proxy`,
      method: "POST",
      headers: posting,
      body: body({ endpoint: "/user", method: "GET" }),
      connections: CONNECTIONS,
    },
    {
      name: "tool execute",
      url: `${url}/api/v3/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER`,
      method: "POST",
      headers: posting,
      body: body({ arguments: {} }),
      connections: CONNECTIONS,
    },
    { name: "list tools", url: `${url}/api/v3/tools?toolkit_slug=github&limit=20`, headers, connections: [16] },
    { name: "get a tool", url: `${url}/api/v3/tools/GITHUB_CREATE_AN_ISSUE`, headers, connections: [16] },
    {
      name: "search tools",
      url: `${url}/api/v3/tools?search=send+an+email+to+a+customer&limit=5`,
      headers,
      connections: [16],
    },
    { name: "list toolkits", url: `${url}/api/v3/toolkits`, headers, connections: [16] },
  ];
}

/** The first answer must be right: a quick error is no result. */
async function assertAnswers({ name, url, method = "GET", headers, body }) {
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok || /"successful":false/.test(text))
    throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
}

/** Measures the server's memory after each tenth of the calls: anything kept for each call would appear as a slope. */
async function watchMemory(target, calls, how, { measure, rssMb }) {
  const samples = [];
  for (let done = 0; done < calls; ) {
    done += (await measure(target, { ...how, connections: 16, amount: Math.ceil(calls / 10) })).requests;
    samples.push({ calls: done, serverMb: Math.round(rssMb(how.productPid)) });
    console.log(`after ${done.toLocaleString("en")} calls of ${target.name}: server ${samples.at(-1).serverMb} MB`);
  }
  return samples;
}

async function measureAll(targets, how, measure) {
  const rows = [];
  for (const { connections, ...target } of targets) {
    await assertAnswers(target);
    await measure(target, { ...how, connections: 16, amount: WARM_UP_CALLS });
    for (const count of connections) rows.push(await measure(target, { ...how, connections: count }));
  }
  return rows;
}

/** Fifty calls in one request, to a slow provider that only they use. */
async function measureManyCalls(result, product, connectAccount, { measureMany, SLOW_PROVIDER }) {
  const { startServer } = await import("../bench/product.mjs");
  const slow = await startServer("upstream.mjs", SLOW_PROVIDER);
  try {
    await connectAccount(product, slow.url, "slow");
    result.many = await measureMany(product, "slow");
    const { calls, providerMs, medianMs, slowestMs } = result.many;
    console.log(
      `${calls} calls in one, ${providerMs} ms each at the provider: ${medianMs} ms, slowest ${slowestMs} ms`,
    );
  } finally {
    slow.stop();
  }
}

async function measureOlder(result, all, how, { measure, measureOlderExecute }) {
  const today = all.find(({ name }) => name === "tool execute");
  result.older = await measureOlderExecute(today, how, { measure, assertAnswers, warmUpCalls: WARM_UP_CALLS });
  console.log(`older tool execute: ${result.older.ratio} times the server's CPU of a tool execute, in pairs`);
}

/** Fills `result` with the rows and the memory of one run. */
async function measureProduct(
  result,
  { product, upstream, forwarder, seconds, only, calls, backlog },
  { measure, printTable, rssMb, pssMb, partsOf, connectAccount, sessions, mcp, measureEvents, measureOlderExecute },
) {
  const how = { seconds, startPid: product.startPid, productPid: product.pid, upstreamPid: upstream.pid };
  const serverMb = () => Math.round(partsOf(product.startPid).servers.reduce((sum, pid) => sum + rssMb(pid), 0));
  const memoryAtStart = serverMb();
  const all = [
    ...targetsOf(product, upstream.url, forwarder, await connectAccount(product, upstream.url)),
    ...(await sessions.sessionTargets(product, "bench", CONNECTIONS)),
    ...(await mcp.mcpTargets(product, "bench")),
  ];
  result.rows = await measureAll(
    all.filter(({ name }) => name.match(only)),
    how,
    measure,
  );
  printTable(result.rows);
  result.sessions = sessions.sessionRatios(result.rows);
  for (const { name, cpu } of result.sessions) console.log(`${name}: ${cpu} times the server's CPU of a tool execute`);
  result.mcp = mcp.mcpRatios(result.rows);
  for (const { name, perSecond, cpu } of result.mcp)
    console.log(`${name}: ${perSecond} times the requests of a tool execute, ${cpu} times the server's CPU`);
  if ("older execute".match(only)) await measureOlder(result, all, how, { measure, measureOlderExecute });
  if ("mcp streams".match(only)) {
    result.streams = await mcp.measureStreams(product, "bench", rssMb);
    console.log(`${result.streams.streams} listening streams: ${result.streams.megabytes} MB`);
  }
  if ("events".match(only)) result.events = await measureEvents(product, { seconds, backlog });
  if ("fifty at once".match(only)) await measureManyCalls(result, product, connectAccount, sessions);
  result.memory = {
    serverAtStartMb: memoryAtStart,
    serverMb: serverMb(),
    databaseMb: Math.round(pssMb(partsOf(product.startPid).database)),
  };
  console.log(
    `\nmemory: server ${result.memory.serverMb} MB (${memoryAtStart} MB at start), database ${result.memory.databaseMb} MB`,
  );
  if (calls > 0)
    result.memory.overCalls = await watchMemory(
      all.find(({ name }) => name === "tool execute"),
      calls,
      how,
      { measure, rssMb },
    );
}

async function comparePaired(options) {
  await installPackages();
  const { compare } = await import("../bench/compare.mjs");
  await compare({ ...options, warmUpCalls: WARM_UP_CALLS }, environment, targetsOf);
}

/** Runs on a separate product: many sandboxes would otherwise be measured with the rows of the other benchmarks. */
async function runWorkbench() {
  await installPackages();
  const { measureWorkbench } = await import("../bench/workbench.mjs");
  return measureWorkbench(environment());
}

/** Its product has a probe in it, and documents of megabytes. */
async function runOwnToolkits() {
  await installPackages();
  const { measureOwnToolkits } = await import("../bench/own-toolkits.mjs");
  return measureOwnToolkits(environment());
}

/** Rows whose time is worth splitting into stages. */
const isExecution = ({ name, connections }) => /execute$|^mcp call/.test(name) && connections === 16;

/** The parts of the benchmark, which need the packages. */
async function loadParts() {
  const [
    { connectAccount, startProduct, startServer },
    { measure },
    { printTable },
    { partsOf, pssMb, rssMb },
    { sessionTargets, sessionRatios, measureMany, SLOW_PROVIDER },
    { mcpTargets, mcpRatios, measureStreams },
    { measureEvents },
    { measureOlderExecute },
  ] = await Promise.all([
    import("../bench/product.mjs"),
    import("../bench/measure.mjs"),
    import("../bench/print-table.mjs"),
    import("../bench/processes.mjs"),
    import("../bench/sessions.mjs"),
    import("../bench/mcp.mjs"),
    import("../bench/events.mjs"),
    import("../bench/older-execute.mjs"),
  ]);
  return {
    ...{ connectAccount, startProduct, startServer, measure, printTable, partsOf, pssMb, rssMb },
    ...{ measureEvents, measureOlderExecute },
    sessions: { sessionTargets, sessionRatios, measureMany, SLOW_PROVIDER },
    mcp: { mcpTargets, mcpRatios, measureStreams },
  };
}

async function run({ seconds, only, stages, calls, backlog, processes, save }) {
  await installPackages();
  const { beginRun, saveRun } = await import("../bench/history.mjs");
  const { printStages, stagesOf } = await import("../bench/stages.mjs");
  const beginning = beginRun({ seconds, only, calls, backlog, processes });
  const parts = await loadParts();
  const { startProduct, startServer } = parts;
  const upstream = await startServer("upstream.mjs");
  const forwarder = await startServer("forwarder.mjs", [upstream.url]);
  const profiles = mkdtempSync(path.join(tmpdir(), "patchbay-profile-"));
  const settings = { ...environment(), PATCHBAY_PROCESSES: processes };
  const product = await startProduct(settings, stages ? ["--cpu-prof", `--cpu-prof-dir=${profiles}`] : []);
  const result = { at: new Date().toISOString(), node: process.version };
  try {
    await measureProduct(result, { product, upstream, forwarder, seconds, only, calls, backlog }, parts);
  } finally {
    await product.stop();
    upstream.stop();
    forwarder.stop();
  }
  if ("workbench".match(only)) result.workbench = await runWorkbench();
  if ("own toolkits".match(only)) result.ownToolkits = await runOwnToolkits();
  if (stages) printStages((result.stages = stagesOf(profiles, result.rows.filter(isExecution))));
  if (process.env.KEEP_PROFILES) console.log(profiles);
  else rmSync(profiles, { recursive: true });
  writeFileSync(
    inRoot("bench/last.json"),
    `${JSON.stringify(result, (name, value) => (name === "fromUs" || name === "toUs" ? undefined : value), 2)}\n`,
  );
  if (save) saveRun(beginning, result);
}

process.chdir(root);
const options = readArguments();
if (["against", "tracing", "policies", "receipts", "shaping"].some((name) => options[name]))
  await comparePaired(options);
else if (options.only === "own toolkits") console.log(JSON.stringify(await runOwnToolkits()));
else await (options.only === "workbench" ? runWorkbench() : run(options));
