// Two checkouts compared in turn: what this one costs a call, as a multiple of the other one in the same seconds.
import { measure } from "./measure.mjs";

const CONNECTIONS = 16;
const COMPARED = ["proxy execute", "tool execute"];
const YARDSTICK = "bare forwarder";

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const shown = (values) =>
  `${median(values).toFixed(3)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

const find = ({ targets }, name) => targets.find((target) => target.name === name);

/** One target on both sides, the order changing from pair to pair, so that what the machine does besides meets both. */
async function measurePair(sides, name, turn, how) {
  const results = [];
  for (const at of turn % 2 ? [1, 0] : [0, 1]) {
    const { product } = sides[at];
    results[at] = await measure(find(sides[at], name), {
      ...how,
      connections: CONNECTIONS,
      startPid: product.startPid,
      productPid: product.pid,
    });
    if (results[at].failed) throw new Error(`${name}: ${results[at].failed} calls failed.`);
  }
  return results;
}

/**
 * Prints the ratios of this checkout to the other one, median and range over all pairs, and both as multiples of the
 * bare forwarder.
 * @param sides [the other checkout, this one], each {product, targets}
 */
export async function comparePairs(sides, { pairs, seconds, warmUpCalls, upstreamPid }) {
  const how = { seconds, upstreamPid };
  for (const name of COMPARED) await measurePair(sides, name, 0, { ...how, amount: warmUpCalls });
  for (const name of COMPARED) {
    const seen = { cpu: [], database: [], rate: [], bare: [[], []] };
    for (let turn = 0; turn < pairs; turn++) {
      const [other, own] = await measurePair(sides, name, turn, how);
      const { product } = sides[1];
      const bare = await measure(find(sides[1], YARDSTICK), {
        ...how,
        connections: CONNECTIONS,
        startPid: product.startPid,
        productPid: product.pid,
      });
      seen.cpu.push(own.cpuMs.server / other.cpuMs.server);
      seen.database.push(own.cpuMs.database / other.cpuMs.database);
      seen.rate.push(own.perSecond / other.perSecond);
      [other, own].forEach((side, at) => seen.bare[at].push(side.cpuMs.server / bare.cpuMs.server));
      console.log(
        `${name} ${turn + 1}: CPU ${other.cpuMs.server} and ${own.cpuMs.server} ms a call, ` +
          `${other.perSecond} and ${own.perSecond} calls a second, bare forwarder ${bare.cpuMs.server} ms`,
      );
    }
    console.log(`${name}, this checkout to the other one, median of ${pairs} pairs at ${CONNECTIONS} connections:`);
    console.log(`  CPU of the server ${shown(seen.cpu)}, of the database ${shown(seen.database)}`);
    console.log(`  calls a second    ${shown(seen.rate)}`);
    console.log(`  CPU as a multiple of the bare forwarder: other ${shown(seen.bare[0])}, this ${shown(seen.bare[1])}`);
  }
}
