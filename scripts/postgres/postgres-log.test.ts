/** PostgreSQL's log has a size limit, and its writer continues after a rotation. */
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { rotateLog, setLogAside } from "./postgres-log.mjs";

it("moves a large log aside, leaves a small one, and keeps the last start's", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-log-")), "postgres.log");
  rotateLog(file, 10);
  writeFileSync(file, "0123456789");
  rotateLog(file, 10);
  expect(readFileSync(file, "utf8")).toBe("0123456789");
  appendFileSync(file, "x");
  rotateLog(file, 10);
  appendFileSync(file, "next");
  expect([readFileSync(`${file}.1`, "utf8"), readFileSync(file, "utf8")]).toEqual(["0123456789x", "next"]);
  setLogAside(file);
  expect(readFileSync(`${file}.1`, "utf8")).toBe("next");
});
