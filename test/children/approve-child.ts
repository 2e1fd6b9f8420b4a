/** Carries out an approved call in a process of its own, as a second copy of the app would. A test can kill it. */
import { runStops } from "@/lib/kernel/process/lifecycle";
import { carryOutJob } from "@/lib/sessions/approvals/carry-out";
import { ON } from "../builders/origin";

const [projectId = "", id = ""] = process.argv.slice(2);
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
await carryOutJob(async () => ({ storePayloads: true }))({ projectId, id }, ON);
await runStops(() => undefined);
process.disconnect();
