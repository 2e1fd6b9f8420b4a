// How often and how fast search finds the right tool.
//   npm run bench:search                    quality on both halves of the requests, and speed
//   npm run bench:search -- --toolkits      also by toolkit
//   npm run bench:search -- --wrong         also the requests of the tuning half whose first tool is another
//   npm run bench:search -- --learn         learns the weights on the tuning half and prints them
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const flag = { type: "boolean", default: false };
const { values } = parseArgs({ options: { learn: flag, wrong: flag, toolkits: flag } });
register();
const { runSearchBench } = await import("./search-bench/run-bench.ts");
await runSearchBench(values);
