/** Delivers events in a process of its own, as a copy of the app does, until a test kills it or asks it to end. */
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";

startDelivering(() => Promise.resolve({ organizationId: undefined, storesPayloads: true }));
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
runDrains();
process.send?.("stopping");
await runStops(() => undefined);
process.disconnect();
