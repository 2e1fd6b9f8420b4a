// Where the server's CPU goes: a V8 profile, cut to one measurement, added up by the part of the product that was at
// work.
import { readFileSync, readdirSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../scripts/paths.mjs";

/** Stages by the file of the nearest frame that is not Node's own; the first that fits. */
const STAGES = [
  [/^lib\/http\/|^server/, "door: reading calls, writing answers"],
  [/^lib\/access\//, "who calls: key, project, limits"],
  [/^lib\/contract\/|contract\.ts$|^node_modules\/zod\//, "contract: parsing the input"],
  [/^lib\/catalog\//, "catalog"],
  [/^lib\/connected-accounts\/|^lib\/auth-configs\//, "account and credentials"],
  [/^lib\/logs\//, "log"],
  [/^lib\/kernel\/(outbound|address|read-capped)|^node_modules\/undici\//, "outbound: the provider's connection"],
  [/^lib\/kernel\/(db|gather)|^node_modules\/(pg|pg-.*|postgres-.*|@prisma)\//, "database driver"],
  [/^lib\/kernel\/rate-limit/, "who calls: key, project, limits"],
  [/^lib\/kernel\//, "kernel: ids, secrets, settings"],
  [/^lib\/mcp(-protocol)?\//, "MCP: server, address, messages"],
  [/^lib\/execution\//, "execution: request and answer"],
  [/^node_modules\//, "other packages"],
];

const stageOf = (file) => STAGES.find(([pattern]) => pattern.test(file))?.[1];

/** From a frame of the bundle to its source, from a package's file to `node_modules/...`; undefined for Node's own. */
function sourceFinder() {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8"))));
    return maps.get(file);
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith("file:")) return undefined;
    const file = fileURLToPath(url);
    if (path.dirname(file) !== path.join(root, "dist")) return path.relative(root, file);
    const { originalSource } = mapOf(file).findEntry(lineNumber, columnNumber);
    return originalSource && path.relative(root, path.resolve(path.dirname(file), originalSource));
  };
}

const NATIVE = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(program)", "Node and V8 outside of any function"],
]);
const NODE = "Node's sockets, timers and HTTP parser";

/** The stage of each node of the profile: its own file's, else that of whoever called it. */
function stagesOfNodes(nodes) {
  const source = sourceFinder();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map();
  const visit = (node, inherited) => {
    const file = source(node.callFrame);
    const stage =
      NATIVE.get(node.callFrame.functionName) ?? (file === undefined ? undefined : stageOf(file)) ?? inherited;
    stages.set(node.id, stage);
    for (const child of node.children ?? []) visit(byId.get(child), stage);
  };
  visit(nodes[0], NODE);
  return {
    stages,
    idle: new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id)),
  };
}

/** The profile of the server's main thread: the thread that ran its bundle. */
const readProfile = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")))
    .find(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.endsWith("/dist/server.mjs")));

/** Microseconds of the monotonic clock, on which V8 stamps its samples too. */
export const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/**
 * @param {string} folder with the profiles that `--cpu-prof` wrote
 * @param {{ name: string, connections: number, requests: number, fromUs: number, toUs: number }[]} rows
 * @returns {{ name: string, connections: number, stages: [string, number][] }[]} milliseconds of CPU a request, the
 * largest first
 */
export function stagesOf(folder, rows) {
  const { nodes, samples, timeDeltas, startTime } = readProfile(folder);
  const { stages, idle } = stagesOfNodes(nodes);
  return rows.map(({ name, connections, requests, fromUs, toUs }) => {
    const sums = new Map();
    let time = startTime;
    for (const [index, id] of samples.entries()) {
      time += timeDeltas[index];
      if (time < fromUs || time > toUs || idle.has(id)) continue;
      // a sample stands for the time until the next one
      sums.set(stages.get(id), (sums.get(stages.get(id)) ?? 0) + (timeDeltas[index + 1] ?? 0));
    }
    return {
      name,
      connections,
      stages: [...sums].map(([stage, us]) => [stage, us / 1000 / requests]).sort((a, b) => b[1] - a[1]),
    };
  });
}

export function printStages(all) {
  for (const { name, connections, stages } of all) {
    console.log(`\n${name}, ${connections} connections: CPU in ms a request`);
    for (const [stage, ms] of stages) console.log(`  ${stage.padEnd(42)}${ms.toFixed(3).padStart(8)}`);
  }
}
