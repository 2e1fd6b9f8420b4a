/**
 * Renews one account's token in a process of its own and sends it. Then it waits to be killed, or stops in order when a
 * message arrives.
 */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { ON } from "../builders/origin";

const [projectId = "", accountId = "", toolkit = ""] = process.argv.slice(2);
const scheme = (await requireToolkit(projectId, toolkit)).authSchemes[0];
if (!scheme) throw new Error(`${toolkit} has no scheme`);
const account = await requireResolved(projectId, accountId);
const { values } = await refreshNow(projectId, account, scheme, { because: "a test", on: ON });
process.send?.(values.access_token);
process.once("message", () => {
  void runStops(() => undefined).then(() => process.exit(0));
});
process.once("disconnect", () => process.exit());
