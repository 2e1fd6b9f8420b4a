/** A project's changes of a tool hold in earlier versions too, where it has another name or fewer names. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { putOverride } from "../change-overrides/put-override";
import { requireChosenTool } from "./chosen-tool";
import { findTools } from "./find-tools";

const [first, second] = ["20260401_00", "20260501_00"];
const choice = { asked: first };
const inputSchema = {
  type: "object" as const,
  properties: { owner: { type: "string" as const }, count: { type: "integer" as const } },
};
let projectId: string;

/** The second version calls NEWS_FORMER by another name, and NEWS_SAME has a further name there. */
beforeAll(async () => {
  const same = { inputSchema };
  await load(compiled(toolkit("news", first, [tool("NEWS_FORMER"), tool("NEWS_SAME", same)])));
  const names = { aliases: ["NEWS_FORMER"] };
  const further = { ...same, aliases: ["NEWS_LIKE"] };
  await load(compiled(toolkit("news", second, [tool("NEWS_LATER", names), tool("NEWS_SAME", further)])));
});
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
});

it("a hidden tool is hidden under its former name", async () => {
  expect((await requireChosenTool(projectId, "NEWS_FORMER", choice)).tool.version).toBe(first);
  await putOverride(projectId, "NEWS_LATER", { hidden: true, arguments: {} });
  await expect(requireChosenTool(projectId, "NEWS_FORMER", choice)).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining("does not offer") as string,
  });
  const { items } = await findTools(projectId, { toolkitSlugs: ["news"], versions: choice, limit: 20 });
  expect(items.map(({ slug }) => slug)).toEqual(["NEWS_SAME"]);
});

it("fixed arguments stay fixed where the tool has got a further name since", async () => {
  await putOverride(projectId, "NEWS_SAME", {
    hidden: false,
    arguments: { owner: { fixed: "acme" }, count: { default: 7 } },
  });
  const { tool: earlier } = await requireChosenTool(projectId, "NEWS_SAME", choice);
  expect(earlier).toMatchObject({ version: first, laidOver: { fixed: { owner: "acme" }, defaults: { count: 7 } } });
});
