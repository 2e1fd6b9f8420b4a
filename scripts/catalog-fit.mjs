// Lists which calls of an existing program fit the compiled catalog, which are translated and which would fail.
//   npm run catalog:fit -- calls.json [--json] [--all]
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, all: { type: "boolean", default: false } },
});
register();
const { fitCalls } = await import("./catalog/fit-calls.ts");
process.exitCode = await fitCalls(positionals[0], { asJson: values.json, showAll: values.all });
