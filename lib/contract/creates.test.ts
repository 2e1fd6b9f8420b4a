/** Which operations honor an Idempotency-Key as creations. */
import { expect, it } from "vitest";
import { operations } from "@/lib/api";
import { creates } from "./creates";

it("counts every POST that the audit trail calls a creation", () => {
  const creations = operations.filter(({ audit, method }) => method === "POST" && audit.endsWith(".create"));
  expect(creations.length).toBeGreaterThan(20);
  expect(creations.filter((op) => !creates(op))).toEqual([]);
});

it("counts no operation that reads, changes, tries or ends something", () => {
  const others = operations.filter((op) => creates(op) && /\.(update|delete|try|test|decide|end\w*)$/.test(op.audit));
  expect(others).toEqual([]);
  expect(operations.filter((op) => creates(op) && op.audit === "none")).toEqual([]);
});
