/** The thread that compiles one document of a project's own toolkit, or the tools of one MCP server, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type CompileJob, runCompileJob } from "@/lib/own-toolkits/compile/compile-job";
import { runServerJob, type ServerJob } from "@/lib/own-toolkits/mcp/server-job";

const job = workerData as CompileJob | ServerJob;
if ("server" in job) void runServerJob(job).then((rows) => parentPort?.postMessage(rows));
else {
  const result = runCompileJob(job);
  parentPort?.postMessage(result, [result.source.buffer]);
}
