/** A second copy of the app for tests: answers each line of standard input, an API key, with the project it opens or "null". */
import { createInterface } from "node:readline";
import { findCallerByApiKey } from "@/lib/access/api-keys";

for await (const key of createInterface({ input: process.stdin }))
  console.log((await findCallerByApiKey(key))?.projectId ?? "null");
process.exit(0);
