/** Renews one account's token repeatedly in a process of its own and reports each renewal, until it is killed. */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { leaseTimes } from "@/lib/connected-accounts/credentials/refresh-lease";
import { ON } from "../builders/origin";

// A short lease, so that the next process does not wait long for it.
Object.assign(leaseTimes(), { lease: 1000, grace: 500 });
const [projectId = "", accountId = "", toolkit = ""] = process.argv.slice(2);
const scheme = (await requireToolkit(projectId, toolkit)).authSchemes[0];
if (!scheme) throw new Error(`${toolkit} has no scheme`);
process.once("disconnect", () => process.exit());
for (;;) {
  await refreshNow(projectId, await requireResolved(projectId, accountId), scheme, {
    because: "a test of rotation",
    on: ON,
  });
  process.send?.("rotated");
}
