// Counts what the catalog holds, and compares it with published lists of real tools.
//   npm run catalogue:compare                               counts
//   npm run catalogue:compare -- --reference PATH [--all]   counts, exact slugs, parameters, and what is missing
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const { values } = parseArgs({ options: { reference: { type: "string" }, all: { type: "boolean", default: false } } });
register();
const { compareCatalogue } = await import("./catalogue/compare-catalogue.ts");
process.exitCode = await compareCatalogue({ reference: values.reference, showAll: values.all });
