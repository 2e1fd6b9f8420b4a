// Two products compared in turn: the cost of a call at the second, as a multiple of the first in the same seconds.
import { measure } from "./measure.mjs";

const CONNECTIONS = 16;
const COMPARED = ["proxy execute", "tool execute"];
const YARDSTICK = "bare forwarder";

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const format = (values) =>
  `${median(values).toFixed(3)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

const find = ({ targets }, name) => targets.find((target) => target.name === name);

/** One target on both sides, the order changing from pair to pair, so that what the machine does besides meets both. */
async function measurePair(sides, name, turn, how) {
  const results = [];
  for (const index of turn % 2 ? [1, 0] : [0, 1]) {
    const { product } = sides[index];
    results[index] = await measure(find(sides[index], name), {
      ...how,
      connections: CONNECTIONS,
      startPid: product.startPid,
      productPid: product.pid,
    });
    if (results[index].failed) throw new Error(`${name}: ${results[index].failed} calls failed.`);
  }
  return results;
}

const emptyRatios = () => ({ cpu: [], database: [], rate: [], bare: [[], []] });

/** The ratios of each target, to be filled by `measurePairs`. */
export const newRatios = () => new Map(COMPARED.map((name) => [name, emptyRatios()]));

async function measureTurn(sides, name, turn, how, ratios) {
  const [other, current] = await measurePair(sides, name, turn, how);
  const { product } = sides[1];
  const bare = await measure(find(sides[1], YARDSTICK), {
    ...how,
    connections: CONNECTIONS,
    startPid: product.startPid,
    productPid: product.pid,
  });
  ratios.cpu.push(current.cpuMs.server / other.cpuMs.server);
  ratios.database.push(current.cpuMs.database / other.cpuMs.database);
  ratios.rate.push(current.perSecond / other.perSecond);
  [other, current].forEach((side, index) => ratios.bare[index].push(side.cpuMs.server / bare.cpuMs.server));
  console.log(
    `${name} ${turn + 1}: CPU ${other.cpuMs.server} and ${current.cpuMs.server} ms a call, ` +
      `${other.perSecond} and ${current.perSecond} calls a second, bare forwarder ${bare.cpuMs.server} ms`,
  );
}

/**
 * Adds pairs of measurements of two products that run to the ratios.
 * @param sides two of {name, product, targets}
 * @param ratios of `newRatios`
 */
export async function measurePairs(sides, ratios, { from, to, seconds, warmUpCalls, upstreamPid }) {
  const how = { seconds, upstreamPid };
  for (const name of COMPARED) await measurePair(sides, name, 0, { ...how, amount: warmUpCalls });
  for (const [name, list] of ratios)
    for (let turn = from; turn < to; turn++) await measureTurn(sides, name, turn, how, list);
}

/** Prints the second product's cost in multiples of the first's and of the forwarder's: median and range. */
export function printRatios(ratios, names) {
  for (const [name, { cpu, database, rate, bare }] of ratios) {
    console.log(`${name}, ${names[1]} to ${names[0]}, median of ${cpu.length} pairs at ${CONNECTIONS} connections:`);
    console.log(`  CPU of the server ${format(cpu)}, of the database ${format(database)}`);
    console.log(`  calls a second    ${format(rate)}`);
    console.log(
      `  CPU as a multiple of the bare forwarder: ${names.map((side, index) => `${side} ${format(bare[index])}`).join(", ")}`,
    );
  }
}
