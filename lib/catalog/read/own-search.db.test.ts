/** A project's new tool is found by every process, also by those that have looked for it before. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { PROJECT } from "@/test/builders/catalog";
import { searchTools } from "./search-tools";
import { testProgram } from "@/test/setup/test-program";

const WORDS = "knit a scarf";
const SLUG = "WOOL_KNIT_SCARF";
const findSlugs = async () => (await searchTools(PROJECT, WORDS, { limit: 5 })).hits.map(({ slug }) => slug);

const OWN_TOOL = { projectId: PROJECT, version: "1", name: "Knit a scarf", description: "Knits a scarf of wool." };

async function add(): Promise<void> {
  await db.toolkit.create({
    data: {
      ...OWN_TOOL,
      id: "own-wool",
      slug: "wool",
      kind: "custom",
      authSchemes: [],
      availableVersions: ["1"],
      meta: { hosts: [], headers: {}, attribution: [] },
      hash: "",
    },
  });
  const schema = { type: "object", properties: {} };
  await db.tool.create({
    data: {
      ...OWN_TOOL,
      id: "own-knit",
      slug: SLUG,
      toolkitSlug: "wool",
      isLatest: true,
      inputSchema: schema,
      outputSchema: schema,
      run: {},
    },
  });
}

it("is found in this process and in another one, without a restart", async () => {
  const child = fork(testProgram("test/children/search-child.ts"), [PROJECT, WORDS, SLUG], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    expect(await once(child, "message")).toContain("not there");
    expect(await findSlugs()).not.toContain(SLUG);
    const message = once(child, "message");
    await add();
    await vi.waitFor(async () => expect(await findSlugs()).toContain(SLUG), { timeout: 60_000, interval: 50 });
    expect(await message).toContain("found");
  } finally {
    child.kill();
  }
});
