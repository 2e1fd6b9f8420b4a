/**
 * Opens an account's credentials fifty times at once in a process of its own, with the clock ahead. It sends a message
 * when it holds the account, waits for a message, and then sends the token that all calls got, or the error.
 */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { moveClock } from "@/lib/kernel/time/clock";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { ON } from "../builders/origin";

const [projectId = "", accountId = "", toolkit = "", aheadMs = "0"] = process.argv.slice(2);
moveClock(Number(aheadMs));
const scheme = (await requireToolkit(projectId, toolkit)).authSchemes[0];
if (!scheme) throw new Error(`${toolkit} has no scheme`);
const account = await requireResolved(projectId, accountId);
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
const results = await Promise.allSettled(
  Array.from({ length: 50 }, () => openCredentials(projectId, account, scheme, ON)),
);
const tokens = results.map((result) =>
  result.status === "fulfilled" ? result.value.values.access_token : String(result.reason),
);
process.send?.([...new Set(tokens)].join(" and "));
await runStops(() => undefined);
process.disconnect();
