/**
 * Sends requests against a rate limit in a process of its own, when a message arrives. Sends the number of accepted
 * requests.
 */
import { runStops } from "@/lib/kernel/process/lifecycle";
import { takeToken } from "@/lib/kernel/rate-limit/take-token";

const [subject = "", requests = "1", tries = "1"] = process.argv.slice(2);
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
let allowed = 0;
for (let left = Number(tries); left > 0; left -= 20) {
  const answers = await Promise.all(
    Array.from({ length: Math.min(20, left) }, () => takeToken({ subject, requests: Number(requests), seconds: 3600 })),
  );
  allowed += answers.filter((answer) => answer.allowed).length;
}
process.send?.(allowed);
await runStops(() => undefined);
process.disconnect();
