/** The thread that compiles one document of a project's own toolkit, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type CompileJob, runCompileJob } from "@/lib/own-toolkits/compile/compile-job";

const result = runCompileJob(workerData as CompileJob);
parentPort?.postMessage(result, [result.source.buffer]);
