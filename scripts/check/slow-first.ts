/**
 * Starts the slowest test files before all others: without results of an earlier run, the runner begins with the
 * largest files, and a slow one at the end would leave all processors but one idle.
 */
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../paths.mjs";

/** The slowest first, as the end of `npm test` lists them. */
export const SLOW_FILES = [
  "scripts/catalog/real-catalog.db.test.ts",
  "test/slow-input/slow-operations.db.test.ts",
  "lib/workbench/attacks.db.test.ts",
  "test/attacker/odd-names.db.test.ts",
  "lib/connected-accounts/storage-outage.db.test.ts",
  "lib/workbench/leaks.db.test.ts",
  "lib/kernel/outage.db.test.ts",
  "scripts/start/operate.db.test.ts",
  "scripts/fidelity/fidelity.test.ts",
  "test/product/written-requests.db.test.ts",
];

/** The position in the list; the same for all files that are not in it. */
const positionOf = ({ moduleId }: TestSpecification): number => {
  const position = SLOW_FILES.indexOf(path.relative(root, moduleId).split(path.sep).join("/"));
  return position < 0 ? SLOW_FILES.length : position;
};

export class SlowFirst extends BaseSequencer {
  /** The slow files of the list, then the others in the order of the runner. */
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(specifications)).sort((a, b) => positionOf(a) - positionOf(b));
  }
}
