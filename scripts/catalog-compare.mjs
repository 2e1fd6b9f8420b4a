// Counts what the catalog holds, and compares it with published lists of real tools.
//   npm run catalog:compare                               counts
//   npm run catalog:compare -- --reference PATH [--all]   counts, exact slugs, parameters, and what is missing
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const { values } = parseArgs({ options: { reference: { type: "string" }, all: { type: "boolean", default: false } } });
register();
const { compareCatalog } = await import("./catalog/compare-catalog.ts");
process.exitCode = await compareCatalog({ reference: values.reference, showAll: values.all });
