import { expect, it } from "vitest";
import { DatabaseTimeout, DatabaseUnavailable } from "@/lib/kernel/db-errors";
import { ON } from "@/test/origin";
import { afterSending, startTrace } from "./trace";

it("what was sent makes a failure of the database one after which nobody knows what was done", () => {
  const trace = startTrace({ ...ON, source: {} });
  const failures = [new DatabaseUnavailable("nothing", 0, false), new DatabaseTimeout("lock", "nothing")];
  for (const failure of failures) expect(afterSending(failure, trace)).toBe(failure);
  trace.sent = 1;
  expect(failures.map((failure) => afterSending(failure, trace))).toMatchObject([
    { name: "DatabaseUnavailable", done: "unknown" },
    { name: "DatabaseTimeout", waitedFor: "lock", done: "unknown" },
  ]);
});
