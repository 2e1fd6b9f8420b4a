/** Seals stored values again, as a job of the clock does, in a process of its own that a test can kill. */
import { resealValues } from "@/lib/kernel/database/reseal-values";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { ON } from "../builders/origin";

process.send?.("ready");
while ((await resealValues(ON)) !== 0);
await runStops(() => undefined);
process.disconnect();
