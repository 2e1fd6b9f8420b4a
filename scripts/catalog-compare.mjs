// Counts what the catalog holds, and compares it with published lists of real tools.
//   npm run catalog:compare                               counts
//   npm run catalog:compare -- --reference PATH [--all]   counts, exact slugs, parameters, and what is missing
//   npm run catalog:compare -- --classes [--all]          tools with a fault of each class, and their upper bounds
//   npm run catalog:compare -- --classes --lower          the same, and writes lower bounds
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const flag = { type: "boolean", default: false };
const { values } = parseArgs({ options: { reference: { type: "string" }, all: flag, classes: flag, lower: flag } });
register();
const { compareCatalog } = await import("./catalog/compare-catalog.ts");
const { reference, all: showAll, classes, lower } = values;
process.exitCode = await compareCatalog({ reference, showAll, classes, lower });
