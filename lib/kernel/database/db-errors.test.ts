/** Errors of the database are known wherever they are caught. */
import { expect, it } from "vitest";
import { DatabaseBusy, DatabaseTimeout, DatabaseUnavailable, DatabaseUnavailableToQueue } from "./db-errors";

it("two copies of the module in one thread know each other's errors, and take nothing else for one", async () => {
  const copy = (await import(`./db-errors${"?copy"}`)) as typeof import("./db-errors");
  expect(copy.DatabaseUnavailable).not.toBe(DatabaseUnavailable);
  const unavailable = new copy.DatabaseUnavailable("nothing", 0, false);
  const busy = new copy.DatabaseBusy();
  expect([unavailable, busy].map((error) => error instanceof DatabaseUnavailable)).toEqual([true, false]);
  expect([unavailable, busy].map((error) => error instanceof DatabaseBusy)).toEqual([false, true]);
  expect(new copy.DatabaseTimeout("lock", "nothing")).toBeInstanceOf(DatabaseTimeout);
  expect(new DatabaseUnavailableToQueue("nothing", 0, false)).toBeInstanceOf(copy.DatabaseUnavailable);
  for (const other of [new Error("x"), null, undefined, "DatabaseUnavailable", { name: "DatabaseUnavailable" }])
    for (const kind of [DatabaseUnavailable, DatabaseBusy, DatabaseTimeout]) expect(other instanceof kind).toBe(false);
});
