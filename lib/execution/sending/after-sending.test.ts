import { expect, it } from "vitest";
import { DatabaseTimeout, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { afterSending } from "./after-sending";

it("what was sent makes a failure of the database one after which nobody knows what was done", () => {
  const failures = [new DatabaseUnavailable("nothing", 0, false), new DatabaseTimeout("lock", "nothing")];
  for (const failure of failures) expect(afterSending(failure, { sent: 0 })).toBe(failure);
  expect(failures.map((failure) => afterSending(failure, { sent: 1 }))).toMatchObject([
    { name: "DatabaseUnavailable", done: "unknown" },
    { name: "DatabaseTimeout", waitedFor: "lock", done: "unknown" },
  ]);
});
