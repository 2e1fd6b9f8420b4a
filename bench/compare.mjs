// Two products that run at the same time, measured in turn: this checkout and another one, or with traces and without.
// Policies, receipts and smaller answers are measured in one product: two of its projects, in turn.
import path from "node:path";
import { root } from "../scripts/paths.mjs";
import { measurePairs, newRatios, printRatios } from "./pairs.mjs";
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
 * The two sides: their names in the result, their checkouts, settings of their own, what is done after the start, and
 * how their targets differ. A side with a `project` is another project of the product of the other side.
 */
async function sidesOf({ against, tracing, policies, receipts, shaping }, start) {
  const plain = (name) => ({ name, project: name });
  if (policies) return [plain("without policies"), { name: "with 200 policies", prepare: addPolicies }];
  if (receipts) return [plain("without receipts"), { name: "with receipts", change: withWish({ receipt: true }) }];
  if (shaping) return [plain("without shaping"), { name: "with shaping", change: withWish(WHOLE_ANSWER) }];
  if (!tracing) return [{ name: "other", checkout: path.resolve(against) }, { name: "this" }];
  const collector = await start(startServer("collector.mjs"));
  return [
    { name: "without traces" },
    { name: "with traces", settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } },
  ];
}

/**
 * How many times the products start. Two processes of the same code differ by up to a fifth for all of their lives,
 * because V8 chooses early what it optimizes: pairs of one start would repeat that difference.
 */
const STARTS = 5;

/** The projects of both sides: each in a product of its own, or in one product. */
async function startProjects(sides, start, environment) {
  const products = new Map();
  for (const side of sides.filter(({ project }) => !project)) {
    const { checkout = root, settings = {} } = side;
    const product = await start(startProduct({ ...environment(), ...settings }, [], checkout));
    await side.prepare?.(product);
    products.set(side, product);
  }
  const [shared] = products.values();
  for (const side of sides.filter(({ project }) => project)) products.set(side, await shared.newProject(side.project));
  return sides.map((side) => ({ side, product: products.get(side) }));
}

async function startSides(sides, start, environment, toTargets) {
  const started = [];
  for (const { side, product } of await startProjects(sides, start, environment)) {
    const { name, change = (target) => target } = side;
    started.push({ name, product, targets: (await toTargets(product)).map(change) });
  }
  return started;
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
    const sides = await sidesOf(which, start);
    const toTargets = async (product) =>
      targetsOf(product, upstream.url, forwarder, await connectAccount(product, upstream.url));
    const ratios = newRatios();
    const starts = Math.min(STARTS, pairs);
    const turnOf = (round) => Math.round((round * pairs) / starts);
    for (let round = 0; round < starts; round++) {
      const servers = stops.length;
      const started = await startSides(sides, start, environment, toTargets);
      const how = { seconds, warmUpCalls, upstreamPid: upstream.pid };
      await measurePairs(started, ratios, { ...how, from: turnOf(round), to: turnOf(round + 1) });
      while (stops.length > servers) await stops.shift()();
    }
    printRatios(
      ratios,
      sides.map(({ name }) => name),
    );
  } finally {
    for (const stop of stops) await stop();
  }
}
