/**
 * Runs, with the unmodified composio-core, what the code blocks of the older documents do: one program for the blocks
 * that make the same calls. Prints one JSON object: the numbers of the blocks to "ok", or the error. The address and
 * the key come from the environment, as in the documents. Argument: folder of the package.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { runAccountBlocks } from "./older-documents/accounts.mjs";
import { runToolBlocks } from "./older-documents/tools.mjs";
import { runTriggerBlocks } from "./older-documents/triggers.mjs";
import { recordResults } from "./record-results.mjs";

const [folder = ""] = process.argv.slice(2);
const sdk = createRequire(path.join(folder, "index.js"));
const settings = JSON.parse(process.env.OLDER_PROGRAMS ?? "{}");
const recorder = recordResults();
const context = { baseUrl: process.env.COMPOSIO_BASE_URL, ...sdk("composio-core"), sdk, settings, ...recorder };

for (const runBlocks of [runAccountBlocks, runToolBlocks, runTriggerBlocks]) await runBlocks(context);
console.log(JSON.stringify(recorder.results));
process.exit(0);
