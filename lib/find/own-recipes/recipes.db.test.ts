/** A project's own recipes: kept once under their slug, of known tools only, of one project alone; they make plans. */
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { openAllRoutes } from "@/test/servers/all-routes";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { createTestOwner } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { find } from "../find";
import {
  deleteRecipe,
  findRecipeById,
  listRecipes,
  MOST_RECIPES,
  requireRecipe,
  upsertRecipe,
  type RecipeInput,
} from "./recipes";

const post = compiled(
  toolkit("post", "20260101_00", [
    tool("POST_LIST_PARCELS", { name: "List parcels", aliases: ["POST_ALL_PARCELS"] }),
    tool("POST_WRITE_NOTE", { name: "Write a note", tags: [] }),
  ]),
);
let [mine, theirs] = ["", ""];

beforeAll(async () => {
  [mine, theirs] = [(await createTestOwner()).projectId, (await createTestOwner()).projectId];
  await load(post);
});

const evening = (more: Partial<RecipeInput> = {}): RecipeInput => ({
  slug: "evening-note",
  name: "Evening note",
  useCase: "Note in the evening which parcels are still open",
  askedAs: [],
  steps: [
    { tag: "prerequisite", tool: "POST_ALL_PARCELS", text: "Only those that are open." },
    { tag: "required", tool: "post_write_note", text: "One line a parcel." },
  ],
  pitfalls: [{ tool: "POST_WRITE_NOTE", text: "A note has 500 signs at most." }],
  ...more,
});

describe("an own recipe", () => {
  it("is kept with the names that the catalog has for its tools, and found by id, slug and name", async () => {
    const { recipe, isNew } = await upsertRecipe(mine, evening());
    expect([isNew, recipe.steps.map((step) => step.tool)]).toEqual([true, ["POST_LIST_PARCELS", "POST_WRITE_NOTE"]]);
    for (const name of [recipe.id, "evening-note", "EVENING-NOTE", "evening Note"])
      expect(await requireRecipe(mine, name)).toEqual(recipe);
  });

  it("takes the place of the one with its slug, and its time moves on", async () => {
    const first = (await upsertRecipe(mine, evening())).recipe;
    const { recipe, isNew } = await upsertRecipe(mine, evening({ name: "Late note" }));
    expect(isNew).toBe(false);
    expect(recipe).toMatchObject({ id: first.id, name: "Late note", createdAt: first.createdAt });
    expect(recipe.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime());
    expect((await listRecipes(mine)).filter(({ slug }) => slug === "evening-note")).toHaveLength(1);
  });

  it("409 is not written over what somebody else has changed", async () => {
    const { updatedAt: seenAt } = (await upsertRecipe(mine, evening())).recipe;
    await upsertRecipe(mine, evening({ name: "Theirs", seenAt }));
    await expect(upsertRecipe(mine, evening({ name: "Mine", seenAt }))).rejects.toMatchObject({ status: 409 });
    expect((await requireRecipe(mine, "evening-note")).name).toBe("Theirs");
  });

  it("is one, however many keep it at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, () => upsertRecipe(mine, evening({ slug: "at-once" }))),
    );
    expect(new Set(results.map(({ recipe }) => recipe.id)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it("422 names each unknown tool with similar names, and is not kept", async () => {
    const steps = [{ tag: "required" as const, tool: "POST_WRITE_NOTES", text: "x" }];
    const error = await upsertRecipe(mine, evening({ slug: "unknown", steps })).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      status: 422,
      details: { errors: [expect.stringMatching(/^steps\.0\.tool_slug: .*POST_WRITE_NOTES.*POST_WRITE_NOTE/)] },
    });
    await expect(requireRecipe(mine, "unknown")).rejects.toMatchObject({ status: 404 });
  });

  it("422 names no meta tool as a step", async () => {
    await load(compiled(metaToolkit()));
    const steps = [{ tag: "required" as const, tool: "COMPOSIO_SEARCH_TOOLS", text: "x" }];
    await expect(upsertRecipe(mine, evening({ slug: "meta", steps, pitfalls: [] }))).rejects.toMatchObject({
      status: 422,
      details: { errors: ["steps.0.tool_slug: COMPOSIO_SEARCH_TOOLS is a meta tool, which no step can be"] },
    });
    await load(post);
  });

  it("404 is neither read, changed nor deleted by another project", async () => {
    const { recipe } = await upsertRecipe(mine, evening());
    for (const name of [recipe.id, recipe.slug, recipe.name])
      await expect(requireRecipe(theirs, name)).rejects.toMatchObject({ status: 404 });
    expect(await findRecipeById(theirs, recipe.id)).toBeUndefined();
    await expect(deleteRecipe(theirs, recipe.id)).rejects.toMatchObject({ status: 404 });
    await upsertRecipe(theirs, evening({ name: "Another" }));
    expect(await requireRecipe(mine, recipe.id)).toEqual(recipe);
    expect((await listRecipes(theirs)).map(({ name }) => name)).toEqual(["Another"]);
  });

  it("422 is not one more than the most, also when many are kept at once", async () => {
    const { projectId } = await createTestOwner();
    await queryRows(
      "test.fill-recipes",
      `INSERT INTO own_recipe (id, project_id, slug, name, use_case, steps, pitfalls)
       SELECT 'rcp_' || $1 || n, $1, 'r' || n, 'r', 'r', '[]', '[]' FROM generate_series(1, ${MOST_RECIPES - 1}) n RETURNING id`,
      [projectId],
    );
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => upsertRecipe(projectId, evening({ slug: `more-${index}` }))),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.ownRecipe.count({ where: { projectId } })).toBe(MOST_RECIPES);
    await expect(upsertRecipe(projectId, evening({ slug: "r1" }))).resolves.toMatchObject({ isNew: false });
  });

  it("is listed and deleted by people over the API", async () => {
    const owner = await createTestOwner();
    const { key } = await createApiKey(owner.projectId, { name: "key" });
    const door = openAllRoutes();
    const call = async (method: string, path: string) => {
      const url = `http://localhost:3000/api/v3/internal/patchbay/find/recipes${path}`;
      const answer = await door.fetch(new Request(url, { method, headers: { "x-api-key": key } }));
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const { recipe } = await upsertRecipe(owner.projectId, evening());
    expect((await call("GET", "")).body).toEqual({
      items: [
        {
          id: recipe.id,
          slug: "evening-note",
          name: "Evening note",
          use_case: "Note in the evening which parcels are still open",
          asked_as: [],
          required_tools: ["POST_WRITE_NOTE"],
          updated_at: recipe.updatedAt.toISOString(),
        },
      ],
    });
    expect(await call("DELETE", `/${recipe.id}`)).toEqual({ status: 200, body: { deleted: true } });
    expect((await call("DELETE", `/${recipe.id}`)).status).toBe(404);
    expect((await call("GET", "")).body).toEqual({ items: [] });
  });

  it("is the plan of a request in its words, in its project alone", async () => {
    await upsertRecipe(mine, evening());
    const planOf = async (projectId: string, more = {}) =>
      (await find(projectId, { request: "note in the evening which parcels are open", ...more })).steps[0]?.plan;
    expect(await planOf(mine)).toMatchObject({
      source: "recipe",
      title: "Note in the evening which parcels are still open",
      steps: [{ tool: "POST_LIST_PARCELS" }, { tool: "POST_WRITE_NOTE", text: "One line a parcel." }],
      pitfalls: [{ tool: "POST_WRITE_NOTE" }],
    });
    expect((await planOf((await createTestOwner()).projectId))?.source).not.toBe("recipe");
    expect((await planOf(mine, { toolkits: ["weather"] }))?.source).not.toBe("recipe");
  });
});
