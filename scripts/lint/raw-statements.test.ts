/** SQL is declared where its rows can be checked; the number of undeclared texts can only fall. */
import { expect, it } from "vitest";
import { rawStatements } from "./raw-statements.mjs";

/**
 * Files with undeclared texts, and how many. If this test fails, declare the text with statement(), or lower the
 * number.
 */
const LEFT: Record<string, number> = {
  // These texts return no rows: BEGIN, limit and end of a transaction, ANALYZE, and the COPY that streams tools in.
  "lib/catalog/load/in-load-transaction.ts": 4,
  "lib/catalog/load/install-catalog.ts": 1,
  "lib/catalog/load/copy-tools.ts": 1,
  // Runs declared statements without Prisma: it receives their texts, and begins and ends its transaction.
  "lib/kernel/database/in-hot-transaction.ts": 4,
};

it("sends no SQL that is not declared with its columns, besides the list of what is left", () => {
  expect(rawStatements()).toEqual(LEFT);
});
