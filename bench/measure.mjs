// One measurement: requests for some seconds over some connections, with latencies and the CPU of each process.
import autocannon from "autocannon";
import { cpuMs, partsOf } from "./processes.mjs";
import { nowUs } from "./stages.mjs";

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/**
 * @param {{ name: string, url: string, method?: string, headers?: Record<string, string>, body?: string, serverPid?:
 *   number }} target `serverPid`: the process that answers, if it is not the product
 * @param {{ connections: number, seconds: number, amount?: number, startPid: number, productPid: number, upstreamPid:
 *   number }} how `amount`: a number of requests, instead of seconds
 */
export async function measure(target, { connections, seconds, amount, startPid, productPid, upstreamPid }) {
  const { database, servers } = partsOf(startPid);
  const productPids = servers.includes(productPid) ? servers : [productPid];
  const server = target.serverPid === undefined ? productPids : [target.serverPid];
  const before = {
    fromUs: nowUs(),
    server: cpuMs(server),
    database: cpuMs(database),
    upstream: cpuMs([upstreamPid]),
    at: performance.now(),
  };
  const latencies = [];
  let failed = 0;
  await new Promise((resolve, reject) => {
    autocannon(
      {
        url: target.url,
        method: target.method ?? "GET",
        headers: target.headers ?? {},
        body: target.body,
        connections,
        ...(amount ? { amount } : { duration: seconds }),
        timeout: 10,
      },
      (error) => (error ? reject(error) : resolve()),
    ).on("response", (_, status, __, ms) => {
      latencies.push(ms);
      if (status >= 300) failed += 1;
    });
  });
  const elapsed = (performance.now() - before.at) / 1000;
  latencies.sort((a, b) => a - b);
  const perRequest = (ms) => Number((ms / latencies.length).toFixed(3));
  return {
    name: target.name,
    connections,
    requests: latencies.length,
    failed,
    perSecond: Math.round(latencies.length / elapsed),
    p50Ms: Number(percentile(latencies, 0.5).toFixed(3)),
    p99Ms: Number(percentile(latencies, 0.99).toFixed(3)),
    fromUs: before.fromUs,
    toUs: nowUs(),
    cpuMs: {
      server: perRequest(cpuMs(server) - before.server),
      database: perRequest(cpuMs(database) - before.database),
      upstream: perRequest(cpuMs([upstreamPid]) - before.upstream),
    },
  };
}
