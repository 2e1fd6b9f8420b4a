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

/**
 * Prints the ratios of the second product to the first, median and range over all pairs, and both as multiples of the
 * bare forwarder.
 * @param sides two of {name, product, targets}
 */
export async function comparePairs(sides, { pairs, seconds, warmUpCalls, upstreamPid }) {
  const how = { seconds, upstreamPid };
  const names = sides.map((side) => side.name);
  for (const name of COMPARED) await measurePair(sides, name, 0, { ...how, amount: warmUpCalls });
  for (const name of COMPARED) {
    const ratios = { cpu: [], database: [], rate: [], bare: [[], []] };
    for (let turn = 0; turn < pairs; turn++) {
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
    console.log(`${name}, ${names[1]} to ${names[0]}, median of ${pairs} pairs at ${CONNECTIONS} connections:`);
    console.log(`  CPU of the server ${format(ratios.cpu)}, of the database ${format(ratios.database)}`);
    console.log(`  calls a second    ${format(ratios.rate)}`);
    console.log(
      `  CPU as a multiple of the bare forwarder: ${names.map((side, index) => `${side} ${format(ratios.bare[index])}`).join(", ")}`,
    );
  }
}
