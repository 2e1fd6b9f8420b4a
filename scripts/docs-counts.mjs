// Counts the documentation: pages, blocks of code, links, answered questions, words and reading ease.
//   npm run docs:counts
import { register } from "tsx/esm/api";

register();
const { countDocs } = await import("./docs/count-docs.ts");
for (const [name, value] of Object.entries(await countDocs())) console.log(`${name.padEnd(34)} ${value}`);
process.exit();
