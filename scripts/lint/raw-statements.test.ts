/** SQL is declared where its rows can be checked: the number of texts that are not may only shrink. */
import { expect, it } from "vitest";
import { rawStatements } from "./raw-statements.mjs";

/**
 * Files with texts that are still to be declared, and how many. A test that fails here wants a statement(), or a
 * smaller number.
 */
const LEFT: Record<string, number> = {
  // No rows: the transaction's begin, limit, ANALYZE and ends, and the COPY that streams tools in.
  "lib/catalog/install-catalog.ts": 6,
  // What runs declared statements past Prisma: it is handed their texts, and begins and ends its transaction.
  "lib/kernel/database/in-hot-transaction.ts": 4,
};

it("sends no SQL that is not declared with its columns, besides the list of what is left", () => {
  expect(rawStatements()).toEqual(LEFT);
});
