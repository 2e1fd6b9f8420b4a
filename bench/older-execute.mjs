// Compares the execution of a tool by its path from before version 3 with that of today: the CPU of the server.
import { median } from "./pairs.mjs";

const PAIRS = 10;
/** The longest turn. */
const MAX_SECONDS = 2;
const CONNECTIONS = 16;

/** Writes the execution of today in the words of that generation. */
function toOlder(target) {
  const { connected_account_id: connectedAccountId, arguments: input } = JSON.parse(target.body);
  return {
    ...target,
    name: "older tool execute",
    url: target.url.replace("/api/v3/tools/execute/", "/api/v2/actions/").concat("/execute"),
    body: JSON.stringify({ input, connectedAccountId }),
  };
}

/**
 * @param {object} target the execution of today
 * @param {object} how as `measure` takes it
 * @param {{ measure: Function, assertAnswers: Function, warmUpCalls: number }} tools
 * @returns {Promise<{ todayCpuMs: number, olderCpuMs: number, ratio: number, pairs: number }>} CPU ms of the server a
 *   call: the median turn of each, and the median ratio of a pair
 */
export async function measureOlderExecute(target, how, { measure, assertAnswers, warmUpCalls }) {
  const pair = [target, toOlder(target)];
  for (const side of pair) {
    await assertAnswers(side);
    await measure(side, { ...how, connections: CONNECTIONS, amount: warmUpCalls });
  }
  const seconds = Math.min(how.seconds, MAX_SECONDS);
  const turns = [[], []];
  for (let index = 0; index < PAIRS; index += 1)
    // Each of them begins every second pair.
    for (const side of index % 2 ? [1, 0] : [0, 1]) {
      const { cpuMs } = await measure(pair[side], { ...how, seconds, connections: CONNECTIONS });
      turns[side].push(cpuMs.server);
    }
  const [today, older] = turns;
  const round = (value) => Number(value.toFixed(3));
  return {
    todayCpuMs: round(median(today)),
    olderCpuMs: round(median(older)),
    ratio: round(median(older.map((cpu, index) => cpu / today[index]))),
    pairs: PAIRS,
  };
}
