/** Makes or moves the hook of a trigger in a process of its own, which is killed on the way. */
import { upsertTrigger } from "@/lib/triggers/instances/upsert-trigger";
import { renewHook } from "@/lib/triggers/renewal/renew-hook";
import { ON } from "../../builders/origin";

const [act, projectId = "", id = ""] = process.argv.slice(2);
process.once("disconnect", () => process.exit());
if (act === "move") await renewHook({ projectId, id }, ON);
else await upsertTrigger(projectId, { slug: "LOOPBACK_RANG", connectedAccountId: id, config: {}, versions: {} }, ON);
process.send?.("done");
