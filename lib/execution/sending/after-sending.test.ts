import { expect, it } from "vitest";
import { DatabaseTimeout, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { withUnknownOutcome } from "./after-sending";

it("a database error reports an unknown outcome if something was sent before", () => {
  const failures = [new DatabaseUnavailable("nothing", 0, false), new DatabaseTimeout("lock", "nothing")];
  for (const failure of failures) expect(withUnknownOutcome(failure, { sent: 0 })).toBe(failure);
  expect(failures.map((failure) => withUnknownOutcome(failure, { sent: 1 }))).toMatchObject([
    { name: "DatabaseUnavailable", done: "unknown" },
    { name: "DatabaseTimeout", waitedFor: "lock", done: "unknown" },
  ]);
});
