// Two products that run at the same time, measured in turn: this checkout and another one, or with traces and without
// them.
import path from "node:path";
import { root } from "../scripts/paths.mjs";
import { comparePairs } from "./pairs.mjs";
import { connectAccount, startProduct, startServer } from "./product.mjs";

/** The two products: their names in the result, their checkouts, and settings of their own. */
async function sidesOf({ against, tracing }, start) {
  if (!tracing) return [{ name: "other", checkout: path.resolve(against) }, { name: "this" }];
  const collector = await start(startServer("collector.mjs"));
  return [
    { name: "without traces" },
    { name: "with traces", settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } },
  ];
}

/**
 * Prints the ratios of the second product to the first.
 * @param {{ against: string, tracing: boolean, pairs: number, seconds: number, warmUpCalls: number }} options
 *   `against` is the other checkout, unless traces are compared
 * @param {() => Record<string, string>} environment
 * @param {(product: object, upstreamUrl: string, forwarder: object, accountId: string) => object[]} targetsOf
 */
export async function compare({ pairs, seconds, warmUpCalls, ...which }, environment, targetsOf) {
  const stops = [];
  const start = async (work) => {
    const it = await work;
    stops.unshift(it.stop);
    return it;
  };
  try {
    const upstream = await start(startServer("upstream.mjs"));
    const forwarder = await start(startServer("forwarder.mjs", [upstream.url]));
    const sides = [];
    for (const { name, checkout = root, settings = {} } of await sidesOf(which, start)) {
      const product = await start(startProduct({ ...environment(), ...settings }, [], checkout));
      const targets = targetsOf(product, upstream.url, forwarder, await connectAccount(product, upstream.url));
      sides.push({ name, product, targets });
    }
    await comparePairs(sides, { pairs, seconds, warmUpCalls, upstreamPid: upstream.pid });
  } finally {
    for (const stop of stops) await stop();
  }
}
