/** Reads rows of the execution log by their IDs, as the API does, and prints them. */
import { runStops } from "@/lib/kernel/process/lifecycle";
import { requireToolLog } from "@/lib/logs/find-tool-logs";

const [projectId = "", ...ids] = process.argv.slice(2);
const rows = [];
for (const id of ids) rows.push(await requireToolLog(projectId, id));
await runStops(() => undefined);
console.log(JSON.stringify(rows.map(({ id, tool_slug: tool, status }) => ({ id, tool, status }))));
