/**
 * Records executions in a process of its own, as a copy of the app does, until a message asks it to end: first those in
 * the files of an earlier process, then the numbers of its argument, `<from>-<to>`.
 */
import { runStops } from "@/lib/kernel/process/lifecycle";
import { keepSpilledRows } from "@/lib/logs/spill-rows";
import { flushToolLogs, logState, recordExecution } from "@/lib/logs/record-execution";
import { row } from "../builders/log-row";

const [from = 0, to = 0] = (process.argv[2] ?? "").split("-").map(Number);
await keepSpilledRows((projectId) => Promise.resolve(projectId !== "proj_deleted"));
await flushToolLogs();
process.send?.("ready");
await new Promise((resolve) => process.once("message", resolve));
for (let n = from; n < to; n++)
  recordExecution(
    row({ id: `log_${n}`, projectId: n % 10 === 9 ? "proj_deleted" : "proj_a", response: { secret: "of-the-answer" } }),
  );
process.send?.({ waiting: logState().waiting });
await new Promise((resolve) => process.once("message", resolve));
await runStops(() => undefined);
process.exit(0);
