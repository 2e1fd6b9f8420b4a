import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";

describe("the database of an integration test", () => {
  it("is migrated, empty and the file's own", async () => {
    expect(await db.organization.count()).toBe(0);
    await db.organization.create({ data: { id: "org_test", name: "Test" } });
    expect(await db.organization.count()).toBe(1);
  });
});

it("has its temporary files in a folder that is removed with the run", () => {
  expect(existsSync(path.join(tmpdir(), "run.lock"))).toBe(true);
});
