/** A project finds a tool by the words that it gave it, at once; no other project does. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { deleteOverride, putOverride } from "../change-overrides/put-override";
import { findTools } from "./find-tools";
import { searchTools } from "./search-tools";

const change = { hidden: false, arguments: {} };
let projectId: string;
let stranger: string;

beforeAll(() =>
  load(
    compiled(
      toolkit("desk", "20260401_00", [
        tool("DESK_CREATE_ISSUE", { name: "Create issue", description: "Creates an issue." }),
        tool("DESK_LIST_ISSUES", { name: "List issues", description: "Lists issues." }),
      ]),
    ),
  ),
);
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
  ({ projectId: stranger } = await createTestOwner());
});

const find = async (project: string, text: string): Promise<string[]> => {
  const { hits } = await searchTools(project, text, { limit: 10 });
  const { items } = await findTools(project, { search: text, limit: 10 });
  expect(items.map(({ slug }) => slug)).toEqual(hits.map(({ slug }) => slug));
  return items.map(({ slug }) => slug);
};

it("by its new name and words, and once by its former ones", async () => {
  expect(await find(projectId, "complain about a giraffe")).not.toContain("DESK_CREATE_ISSUE");
  await putOverride(projectId, "DESK_CREATE_ISSUE", {
    ...change,
    name: "Complain about a giraffe",
    description: "Sends a complaint about a giraffe to the zoo.",
  });
  expect((await find(projectId, "complain about a giraffe"))[0]).toBe("DESK_CREATE_ISSUE");
  expect((await find(projectId, "create issue")).filter((slug) => slug === "DESK_CREATE_ISSUE")).toHaveLength(1);
  expect(await find(stranger, "complain about a giraffe")).not.toContain("DESK_CREATE_ISSUE");
  await deleteOverride(projectId, "DESK_CREATE_ISSUE");
  expect(await find(projectId, "complain about a giraffe")).not.toContain("DESK_CREATE_ISSUE");
});

it("not by any words when it is hidden", async () => {
  const words = { ...change, name: "Complain about a giraffe" };
  await putOverride(projectId, "DESK_CREATE_ISSUE", words);
  expect(await find(projectId, "complain about a giraffe")).toContain("DESK_CREATE_ISSUE");
  await putOverride(projectId, "DESK_CREATE_ISSUE", { ...words, hidden: true });
  for (const text of ["complain about a giraffe", "create issue"])
    expect(await find(projectId, text)).not.toContain("DESK_CREATE_ISSUE");
});
