// `npm run bench [-- --seconds 5] [--only proxy] [--profile DIR]`: what a call through Patchbay costs, against a direct one.
import "./node-version.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "./install-packages.mjs";
import { inRoot, root } from "./paths.mjs";

const CONNECTIONS = [1, 16, 64];
const WARM_UP_SECONDS = 3;

function readArguments() {
  const { values } = parseArgs({ options: { seconds: { type: "string", default: "5" }, only: { type: "string", default: "" }, profile: { type: "string" } } });
  return { seconds: Number(values.seconds), only: values.only, profile: values.profile };
}

/** A developer's own settings must not change the figures. */
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PATCHBAY_") && !["DATABASE_URL", "HOST", "PORT"].includes(name)));

function targetsOf({ url, key }, upstreamUrl, accountId) {
  const headers = { "x-api-key": key };
  const posting = { ...headers, "content-type": "application/json" };
  const body = (value) => JSON.stringify({ connected_account_id: accountId, ...value });
  return [
    { name: "direct to the provider", url: `${upstreamUrl}/user`, connections: CONNECTIONS },
    { name: "proxy execute", url: `${url}/api/v3/tools/execute/proxy`, method: "POST", headers: posting, body: body({ endpoint: "/user", method: "GET" }), connections: CONNECTIONS },
    { name: "tool execute", url: `${url}/api/v3/tools/execute/GITHUB_GET_THE_AUTHENTICATED_USER`, method: "POST", headers: posting, body: body({ arguments: {} }), connections: CONNECTIONS },
    { name: "list tools", url: `${url}/api/v3/tools?toolkit_slug=github&limit=20`, headers, connections: [16] },
    { name: "get a tool", url: `${url}/api/v3/tools/GITHUB_CREATE_AN_ISSUE`, headers, connections: [16] },
    { name: "list toolkits", url: `${url}/api/v3/toolkits`, headers, connections: [16] },
  ];
}

/** The first answer must be right: a quick error is no result. */
async function assertAnswers({ name, url, method = "GET", headers, body }) {
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  if (answer.status !== 200 || /"successful":false/.test(text)) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
}

function printTable(rows) {
  const cells = rows.map(({ name, connections, perSecond, p50Ms, p99Ms, cpuMs, failed }) =>
    [name, connections, perSecond, p50Ms.toFixed(2), p99Ms.toFixed(2), cpuMs.server.toFixed(2), cpuMs.database.toFixed(2), cpuMs.upstream.toFixed(2), failed].map(String));
  console.log("\nCPU in ms a request");
  for (const [name, ...rest] of [["", "conns", "req/s", "p50 ms", "p99 ms", "server", "database", "provider", "failed"], ...cells])
    console.log(name.padEnd(24) + rest.map((cell) => cell.padStart(10)).join(""));
}

async function run({ seconds, only, profile }) {
  await installPackages();
  const [{ connectAccount, startProduct, startUpstream }, { measure }, { descendants, pssMb, rssMb }] = await Promise.all([import("../bench/product.mjs"), import("../bench/measure.mjs"), import("../bench/processes.mjs")]);
  const upstream = await startUpstream();
  if (profile) mkdirSync(profile, { recursive: true });
  const product = await startProduct(environment(), profile ? ["--cpu-prof", `--cpu-prof-dir=${path.resolve(profile)}`] : []);
  try {
    const how = { seconds, productPid: product.pid, upstreamPid: upstream.pid };
    const memoryAtStart = Math.round(rssMb(product.pid));
    const targets = targetsOf(product, upstream.url, await connectAccount(product, upstream.url)).filter(({ name }) => name.includes(only));
    const rows = [];
    for (const { connections, ...target } of targets) {
      await assertAnswers(target);
      await measure(target, { ...how, connections: 16, seconds: WARM_UP_SECONDS });
      for (const count of connections) rows.push(await measure(target, { ...how, connections: count }));
    }
    printTable(rows);
    const memory = { serverAtStartMb: memoryAtStart, serverMb: Math.round(rssMb(product.pid)), databaseMb: Math.round(pssMb(descendants(product.pid))) };
    console.log(`\nmemory: server ${memory.serverMb} MB (${memory.serverAtStartMb} MB at start), database ${memory.databaseMb} MB`);
    writeFileSync(inRoot("bench/last.json"), `${JSON.stringify({ at: new Date().toISOString(), node: process.version, memory, rows }, null, 2)}\n`);
  } finally {
    await product.stop();
    upstream.stop();
  }
}

process.chdir(root);
await run(readArguments());
