// Two products that run at the same time, measured in turn: this checkout and another one, or with traces, policies,
// receipts or smaller answers and without them.
import path from "node:path";
import { root } from "../scripts/paths.mjs";
import { comparePairs } from "./pairs.mjs";
import { addPolicies } from "./policies.mjs";
import { connectAccount, startProduct, startServer } from "./product.mjs";

/** A call of a tool with a further wish; other targets stay as they are. */
const withWish = (wish) => (target) =>
  target.name === "tool execute"
    ? { ...target, body: JSON.stringify({ ...JSON.parse(target.body), ...wish }) }
    : target;

/** An answer that is read and stays whole: what this costs is the most that a call without the wish can cost. */
const WHOLE_ANSWER = { response: { max_tokens: 1_000_000 } };

/**
 * The two products: their names in the result, their checkouts, settings of their own, what is done after the start,
 * and how their targets differ.
 */
async function sidesOf({ against, tracing, policies, receipts, shaping }, start) {
  if (policies) return [{ name: "without policies" }, { name: "with 200 policies", prepare: addPolicies }];
  if (receipts) return [{ name: "without receipts" }, { name: "with receipts", change: withWish({ receipt: true }) }];
  if (shaping) return [{ name: "without shaping" }, { name: "with shaping", change: withWish(WHOLE_ANSWER) }];
  if (!tracing) return [{ name: "other", checkout: path.resolve(against) }, { name: "this" }];
  const collector = await start(startServer("collector.mjs"));
  return [
    { name: "without traces" },
    { name: "with traces", settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } },
  ];
}

/**
 * Prints the ratios of the second product to the first.
 * @param {{ against: string, tracing: boolean, policies: boolean, receipts: boolean, shaping: boolean, pairs: number,
 *   seconds: number, warmUpCalls: number }} options `against` is the other checkout, unless one of the switches is set
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
    for (const { name, checkout = root, settings = {}, prepare, change = (target) => target } of await sidesOf(
      which,
      start,
    )) {
      const product = await start(startProduct({ ...environment(), ...settings }, [], checkout));
      await prepare?.(product);
      const targets = targetsOf(product, upstream.url, forwarder, await connectAccount(product, upstream.url));
      sides.push({ name, product, targets: targets.map(change) });
    }
    await comparePairs(sides, { pairs, seconds, warmUpCalls, upstreamPid: upstream.pid });
  } finally {
    for (const stop of stops) await stop();
  }
}
