/** Recipes by meta tools: what agents may send, what they get, and that no other project's is among it. */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { loadSearched } from "@/test/builders/searched-catalog";
import { runMetaTool } from "../run-meta-tool";

let [mine, theirs] = ["", ""];

beforeAll(async () => {
  [mine, theirs] = [(await createTestOwner()).projectId, (await createTestOwner()).projectId];
  await loadSearched();
});

const run = (slug: "UPSERT" | "GET", args: Record<string, unknown>, projectId = mine) =>
  runMetaTool(`COMPOSIO_${slug}_RECIPE`, args, {
    caller: { projectId, settings: { storePayloads: true } },
    session: plainSession(projectId, "ada"),
    facts: { source: {}, requestId: "req_test" },
  });
const refusal = (args: Record<string, unknown>) =>
  run("UPSERT", args).then(
    () => expect.fail("was not refused"),
    (error: { status: number; details: { errors: string[] } }) => [error.status, error.details.errors.join()],
  );

const report = {
  name: "Gull report",
  use_case: "Send the office a parcel with the report on gulls",
  asked_as: ["report the gulls"],
  description: "Counts and sends",
  steps: [
    { tool_slug: "BIRDS_COUNT_GULLS", kind: "prerequisite", text: "Of today." },
    { tool_slug: "PARCELS_SEND_PARCEL", text: "To the office." },
  ],
  pitfalls: [{ tool_slug: "PARCELS_SEND_PARCEL", text: "Two kilograms at most." }],
};

describe("a recipe", () => {
  it("is stored under a slug made of its name, and is read by slug, id and name", async () => {
    const answer = await run("UPSERT", report);
    expect(answer).toMatchObject({
      successful: true,
      error: null,
      log_id: expect.stringMatching(/^log_/),
      data: {
        message: "The recipe gull-report was made.",
        recipe_id: expect.stringMatching(/^rcp_/),
        session: { id: "plain" },
        recipe: {
          ...report,
          recipe_slug: "gull-report",
          steps: [report.steps[0], { ...report.steps[1], kind: "required" }],
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    });
    const { recipe_id: id, recipe } = answer.data;
    for (const args of [{ recipe_slug: "gull-report" }, { recipe_id: id }, { name: "gull REPORT" }])
      expect((await run("GET", args)).data.recipe).toEqual(recipe);
    expect((await run("GET", {})).data).toMatchObject({
      total: 1,
      recipes: [{ recipe_id: id, recipe_slug: "gull-report", name: "Gull report", use_case: report.use_case }],
    });
  });

  it("is replaced by slug and by id, but not if somebody else has changed it", async () => {
    const first = (await run("UPSERT", { ...report, recipe_slug: "again" })).data;
    const second = (await run("UPSERT", { ...report, recipe_id: first.recipe_id, name: "Other" })).data;
    expect(second).toMatchObject({
      message: "The recipe again was changed.",
      recipe: { recipe_id: first.recipe_id, recipe_slug: "again", name: "Other" },
    });
    const { updated_at } = first.recipe as { updated_at: string };
    await expect(run("UPSERT", { ...report, recipe_slug: "again", updated_at })).rejects.toMatchObject({ status: 409 });
  });

  it("gets the tools of its program as steps", async () => {
    const recipe_code = `found, error = run_composio_tool("BIRDS_COUNT_GULLS", {})
run_composio_tool(tool_slug='PARCELS_SEND_PARCEL', arguments={"to": found})`;
    const { data } = await run("UPSERT", { recipe_slug: "by-code", name: "By code", recipe_code });
    expect(data.recipe).toMatchObject({
      use_case: "By code",
      recipe_code,
      steps: [
        { tool_slug: "BIRDS_COUNT_GULLS", kind: "required" },
        { tool_slug: "PARCELS_SEND_PARCEL", kind: "required" },
      ],
    });
  });

  it("is reported as missing if it does not exist or is another project's", async () => {
    const { recipe_id: id } = (await run("UPSERT", { ...report, recipe_slug: "secret" }, theirs)).data;
    const nothing = { successful: false, data: {}, error: expect.stringContaining("There is no recipe") };
    for (const name of ["secret", String(id), "no such thing", "\0", "%"])
      expect(await run("GET", { recipe_slug: name })).toMatchObject(nothing);
    expect(await run("UPSERT", { ...report, recipe_id: id })).toMatchObject(nothing);
    expect(JSON.stringify(await run("GET", {}))).not.toContain(String(id));
    expect(await db.ownRecipe.count({ where: { projectId: theirs } })).toBe(1);
  });
});

describe("an invalid recipe", () => {
  it.each<[string, object, RegExp]>([
    ["no name", { name: undefined }, /name/],
    ["no steps", { steps: [] }, /^steps: must have a step/],
    ["no required step", { steps: [report.steps[0]] }, /^steps: must have a step/],
    ["a program that runs no tool", { steps: undefined, recipe_code: "print(1)" }, /^steps: must have a step/],
    ["a kind that there is not", { steps: [{ ...report.steps[1], kind: "maybe" }] }, /steps/],
    ["31 steps", { steps: Array.from({ length: 31 }, () => report.steps[1]) }, /steps/],
    ["a long text", { steps: [{ ...report.steps[1], text: "x".repeat(1001) }] }, /steps/],
    ["a slug of other letters", { recipe_slug: "../etc" }, /recipe_slug/],
    ["a time that is none", { updated_at: "yesterday" }, /updated_at/],
    [
      "an unknown tool, with near names",
      { steps: [{ tool_slug: "PARCELS_SEND_PARCELS", text: "x" }] },
      /^steps\.0\.tool_slug: .*near names are .*PARCELS_SEND_PARCEL/,
    ],
    ["an unknown tool of a pitfall", { pitfalls: [{ tool_slug: "NIX", text: "x" }] }, /^pitfalls\.0\.tool_slug/],
  ])("is refused with 422 for %s", async (_, wrong, problem) => {
    expect(await refusal({ ...report, ...wrong })).toEqual([422, expect.stringMatching(problem)]);
  });
});
