/** Skills: the recipes of a project by another name. */
import { beforeAll, expect, it } from "vitest";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { loadSearched } from "@/test/builders/searched-catalog";
import { runMetaTool } from "../run-meta-tool";

let [mine, theirs] = ["", ""];

beforeAll(async () => {
  [mine, theirs] = [(await createTestOwner()).projectId, (await createTestOwner()).projectId];
  await loadSearched();
});

const run = (name: string, args: Record<string, unknown>, projectId = mine) =>
  runMetaTool(`COMPOSIO_${name}`, args, {
    caller: { projectId, settings: { storePayloads: true } },
    session: plainSession(projectId, "ada"),
    facts: { source: {}, requestId: "req_test" },
  });

const steps = [{ tool_slug: "PARCELS_SEND_PARCEL", text: "To the office." }];
const skill = { action: "create", name: "Parcel report", use_case: "Report the parcels of a week", steps };
const nothing = { successful: false, data: {}, error: expect.stringContaining("There is no recipe") as string };

it("is created, found, loaded, changed and deleted, and is the recipe of the same id", async () => {
  const { data } = await run("MANAGE_SKILL", { ...skill, instructions: "On Fridays." });
  expect(data).toMatchObject({ skill_id: expect.stringMatching(/^rcp_/), skill: { description: "On Fridays." } });
  const { skill_id } = data;
  expect((await run("SEARCH_SKILLS", { query: "weekly report of parcels" })).data).toMatchObject({
    total: 1,
    skills: [{ skill_id, skill_slug: "parcel-report", tool_slugs: ["PARCELS_SEND_PARCEL"] }],
  });
  expect((await run("SEARCH_SKILLS", { query: "gulls" })).data).toMatchObject({ total: 0, skills: [] });
  expect((await run("SEARCH_SKILLS", {})).data.total).toBe(1);
  expect((await run("USE_SKILL", { skill_id: "parcel-report" })).data).toMatchObject({ skill_id, skill: { steps } });
  expect((await run("GET_RECIPE", { recipe_id: skill_id })).data.recipe).toEqual(data.skill);
  const changed = await run("MANAGE_SKILL", { ...skill, action: "update", skill_id: "parcel-report", name: "Parcels" });
  expect(changed.data).toMatchObject({ skill_id, skill: { name: "Parcels", recipe_slug: "parcel-report" } });
  expect((await run("MANAGE_SKILL", { action: "delete", skill_id })).data).toMatchObject({ skill_id });
  expect(await run("USE_SKILL", { skill_id })).toMatchObject(nothing);
});

it("is nobody else's to read, change or delete", async () => {
  const { skill_id } = (await run("MANAGE_SKILL", skill, theirs)).data;
  expect(await run("USE_SKILL", { skill_id })).toMatchObject(nothing);
  for (const action of ["update", "delete"])
    expect(await run("MANAGE_SKILL", { ...skill, action, skill_id })).toMatchObject(nothing);
  expect((await run("SEARCH_SKILLS", {})).data.total).toBe(0);
  expect((await run("SEARCH_SKILLS", {}, theirs)).data.total).toBe(1);
});

it.each<[string, string, object]>([
  ["no action", "MANAGE_SKILL", { name: "x", steps }],
  ["no id to change", "MANAGE_SKILL", { ...skill, action: "update" }],
  ["no id to delete", "MANAGE_SKILL", { action: "delete" }],
  ["no name", "MANAGE_SKILL", { action: "create", steps }],
  ["no steps", "MANAGE_SKILL", { action: "create", name: "x" }],
  ["an unknown tool", "MANAGE_SKILL", { ...skill, steps: [{ tool_slug: "NIX", text: "x" }] }],
  ["too many skills at once", "SEARCH_SKILLS", { limit: 51 }],
  ["no skill", "USE_SKILL", {}],
])("is refused with 422 for %s", async (_, name, args) => {
  await expect(run(name, { ...args })).rejects.toMatchObject({ status: 422 });
});
