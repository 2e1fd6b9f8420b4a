/** One failed read of the catalogue's search index must not break searching until the next catalogue. */
import { expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { findToolSlugs } from "./tools";

it("reads the search index again after a read that failed", async () => {
  await pool().query("ALTER TABLE tool RENAME TO tool_away");
  await expect(findToolSlugs("proj_index")).rejects.toThrow(/tool/);
  await pool().query("ALTER TABLE tool_away RENAME TO tool");
  expect(await findToolSlugs("proj_index")).toEqual([]);
});
