/**
 * The thread that compiles one document of a project's own toolkit, the tools of one MCP server or a GraphQL schema,
 * and ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { type CompileJob, runCompileJob } from "@/lib/own-toolkits/compile/compile-job";
import { type GraphqlJob, runGraphqlJob } from "@/lib/own-toolkits/compile/graphql-operations";
import { runServerJob, type ServerJob } from "@/lib/own-toolkits/mcp/server-job";

const job = workerData as CompileJob | ServerJob | GraphqlJob;
if ("server" in job) void runServerJob(job).then((rows) => parentPort?.postMessage(rows));
else if ("introspection" in job) parentPort?.postMessage(runGraphqlJob(job));
else {
  const result = runCompileJob(job);
  parentPort?.postMessage(result, [result.source.buffer]);
}
