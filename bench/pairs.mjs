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

/**
 * Turns of each side in a measurement. The speed of the machine changes within seconds: in short turns both sides get
 * the same of it. Work that a call leaves behind, such as its row of the log, falls into the next turn, so that the
 * first turn is not counted.
 */
const TURNS = 6;

/** Several measurements of one target as one. */
function sum(parts) {
  const requests = parts.reduce((total, part) => total + part.requests, 0);
  const mean = (read) => parts.reduce((total, part) => total + read(part) * part.requests, 0) / requests;
  const perRequest = (name) => Number(mean(({ cpuMs }) => cpuMs[name]).toFixed(4));
  return {
    failed: parts.reduce((total, { failed }) => total + failed, 0),
    perSecond: Math.round(requests / parts.reduce((total, part) => total + part.requests / part.perSecond, 0)),
    cpuMs: { server: perRequest("server"), database: perRequest("database") },
  };
}

/** One target on both sides in short turns; which side is first changes from turn to turn. */
async function measurePair(sides, name, turn, { seconds, amount, ...how }) {
  const measureSide = (side, length) => {
    const { startPid, pid: productPid } = sides[side].product;
    return measure(find(sides[side], name), { ...how, ...length, startPid, productPid, connections: CONNECTIONS });
  };
  const turns = amount ? 1 : TURNS;
  const length = amount ? { amount } : { seconds: Math.max(1, Math.round(seconds / turns)) };
  const parts = [[], []];
  await measureSide((turn + 1) % 2, length);
  for (let index = 0; index < turns; index++)
    for (const side of (turn + index) % 2 ? [1, 0] : [0, 1]) parts[side].push(await measureSide(side, length));
  const results = parts.map(sum);
  for (const { failed } of results) if (failed) throw new Error(`${name}: ${failed} calls failed.`);
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
