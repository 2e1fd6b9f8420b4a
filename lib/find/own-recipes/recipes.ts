/** A project's own recipes: how a job is done with tools, kept by its agents. Keeps, finds and lists them. */
import type { z } from "zod";
import { nearestSlugs } from "@/lib/catalog/read/nearest";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { findEveryUsersSlugs } from "@/lib/catalog/read/find-tool";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { turnLock } from "@/lib/kernel/database/turn-lock";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import type { Recipe, RecipeStep } from "@/lib/search/tool-document";
import type { ownRecipesApi } from "./contract";

/** More than this nobody looks through, and each search looks at all of them. */
export const MOST_RECIPES = 200;
/** Unknown tools for which similar names are looked up. */
const MOST_NEAR = 5;

export type RecipeInput = {
  slug: string;
  name: string;
  description?: string | undefined;
  useCase: string;
  askedAs: readonly string[];
  steps: readonly RecipeStep[];
  pitfalls: Recipe["pitfalls"];
  /** A program that does the job: kept, not run. */
  code?: string | undefined;
  /** When the caller last saw it changed; another time is a conflict. */
  seenAt?: Date | undefined;
};

export type OwnRecipe = Omit<RecipeInput, "seenAt"> & { id: string; createdAt: Date; updatedAt: Date };

/** What a search must know of a recipe to see whether it fits. */
export type RecipeHead = {
  id: string;
  slug: string;
  name: string;
  useCase: string;
  askedAs: string[];
  requiredTools: string[];
  updatedAt: Date;
};

const HEADS = statement({
  name: "own-recipes.heads",
  text: `SELECT id, slug, name, use_case AS "useCase", coalesce(asked_as, '{}') AS "askedAs",
    coalesce(required_tools, '{}') AS "requiredTools", updated_at AS "updatedAt"
    FROM own_recipe WHERE project_id = $1 ORDER BY updated_at DESC, id DESC LIMIT ${MOST_RECIPES}`,
  columns: {
    id: "text",
    slug: "text",
    name: "text",
    useCase: "text",
    askedAs: "text[]",
    requiredTools: "text[]",
    updatedAt: "timestamptz",
  },
});

/** Two of a project that are kept at once wait for each other, or together they could be more than the most. */
const LOCK = turnLock("own-recipes");
const COUNT = statement({
  name: "own-recipes.count",
  text: "SELECT count(*)::int AS total FROM own_recipe WHERE project_id = $1",
  columns: { total: "int4" },
});

/** The project's recipes, last changed first. */
export const listRecipes = (projectId: string): Promise<RecipeHead[]> => rowsOf(HEADS, [projectId]);

const BY_NAME = statement({
  name: "own-recipes.by-name",
  text: `SELECT id FROM own_recipe WHERE project_id = $1 AND (id = $2 OR slug = lower($2) OR lower(name) = lower($2))
    ORDER BY (id = $2) DESC, (slug = lower($2)) DESC, updated_at DESC, id DESC LIMIT 1`,
  columns: { id: "text" },
});

type Row = Prisma.OwnRecipeGetPayload<object>;

const toRecipe = ({ id, slug, name, useCase, askedAs, createdAt, updatedAt, ...row }: Row): OwnRecipe => ({
  id,
  slug,
  name,
  ...(row.description !== null && { description: row.description }),
  useCase,
  askedAs,
  steps: row.steps as RecipeStep[],
  pitfalls: row.pitfalls as Recipe["pitfalls"][number][],
  ...(row.code !== null && { code: row.code }),
  createdAt,
  updatedAt,
});

export const unknownRecipe = (name: string) =>
  new ApiError("NotFound", `There is no recipe ${JSON.stringify(name.slice(0, 100))} in this project.`, {
    suggestedFix: "COMPOSIO_GET_RECIPE without a name says which recipes there are.",
  });

/** The recipe with this id, slug or name; an id before a slug, and that before a name. */
export async function findRecipe(projectId: string, recipeName: string): Promise<OwnRecipe | undefined> {
  const [named] = await rowsOf(BY_NAME, [projectId, recipeName.replaceAll("\0", "").trim()]);
  return named && findRecipeById(projectId, named.id);
}

/** As `findRecipe`. @throws ApiError NotFound, also for a recipe of another project */
export async function requireRecipe(projectId: string, name: string): Promise<OwnRecipe> {
  const recipe = await findRecipe(projectId, name);
  if (!recipe) throw unknownRecipe(name);
  return recipe;
}

/** The recipe with this id, as a search takes it; undefined if it was deleted in between. */
export async function findRecipeById(projectId: string, id: string): Promise<OwnRecipe | undefined> {
  const row = await db.ownRecipe.findFirst({ where: { projectId, id } });
  return row ? toRecipe(row) : undefined;
}

async function problemOf(projectId: string, slug: string, place: string, isMeta: boolean): Promise<string> {
  if (isMeta) return `${place}: ${slug} is a meta tool, which no step can be`;
  const near = nearestSlugs(slug, await findEveryUsersSlugs(projectId), 3);
  return `${place}: there is no tool ${slug}${near.length > 0 ? `; near names are ${near.join(", ")}` : ""}`;
}

/**
 * The recipe with the names that the catalog has for its tools.
 * @throws ApiError Unprocessable for tools that are not there, with similar names
 */
async function withKnownTools(projectId: string, recipe: RecipeInput): Promise<RecipeInput> {
  const named = [...recipe.steps, ...recipe.pitfalls].map(({ tool }) => tool.toUpperCase());
  const slugsByName = new Map<string, string>();
  const tools = await findKnownTools(projectId, [...new Set(named)]);
  for (const { slug, aliases, run } of tools) {
    if (run.builtin === undefined) for (const name of [...aliases, slug]) slugsByName.set(name, slug);
  }
  const meta = new Set(tools.flatMap(({ slug, run }) => (run.builtin === undefined ? [] : [slug])));
  const places = [
    ...recipe.steps.map(({ tool }, index) => ({ tool: tool.toUpperCase(), place: `steps.${index}.tool_slug` })),
    ...recipe.pitfalls.map(({ tool }, index) => ({ tool: tool.toUpperCase(), place: `pitfalls.${index}.tool_slug` })),
  ];
  const unknown = places.filter(({ tool }) => !slugsByName.has(tool));
  if (unknown.length > 0)
    throw new ApiError(
      "Unprocessable",
      `The recipe names ${unknown.length === 1 ? "a tool that does" : "tools that do"} not exist.`,
      {
        errors: await Promise.all(
          unknown.slice(0, MOST_NEAR).map(({ tool, place }) => problemOf(projectId, tool, place, meta.has(tool))),
        ),
        suggestedFix: "Find the tools with COMPOSIO_SEARCH_TOOLS, and name them by their slugs.",
      },
    );
  const renamed = <T extends { tool: string }>(entry: T): T => ({
    ...entry,
    tool: slugsByName.get(entry.tool.toUpperCase()) ?? entry.tool,
  });
  return { ...recipe, steps: recipe.steps.map(renamed), pitfalls: recipe.pitfalls.map(renamed) };
}

async function assertRoom(tx: Db, projectId: string): Promise<void> {
  const [count] = await rowsIn(tx, COUNT, [projectId]);
  if ((count?.total ?? 0) >= MOST_RECIPES)
    throw new ApiError("Unprocessable", `This project has ${MOST_RECIPES} recipes, which is the maximum.`, {
      suggestedFix:
        "Delete one with DELETE /api/v3/internal/patchbay/find/recipes/{id}, or keep it under the slug of one.",
    });
}

const changed = (slug: string) =>
  new ApiError("Conflict", `The recipe ${slug} was changed since you read it.`, {
    suggestedFix: "Read it again with COMPOSIO_GET_RECIPE, and send its updated_at.",
    headers: { "x-should-retry": "false" },
  });

const later = (before: Date): Date => new Date(Math.max(now().getTime(), before.getTime() + 1));

/**
 * Stores a recipe under its slug: a new recipe, or instead of the stored recipe with that slug.
 * @throws ApiError Unprocessable for unknown tools and above the limit of recipes; Conflict for an old `seenAt`
 */
export async function upsertRecipe(
  projectId: string,
  input: RecipeInput,
): Promise<{ recipe: OwnRecipe; isNew: boolean }> {
  const { slug, seenAt, ...recipe } = await withKnownTools(projectId, input);
  const data = {
    name: recipe.name,
    description: recipe.description ?? null,
    useCase: recipe.useCase,
    askedAs: [...recipe.askedAs],
    steps: recipe.steps.map(({ tag, tool, text }) => ({ tag, tool, text })),
    pitfalls: recipe.pitfalls.map(({ tool, text }) => ({ tool, text })),
    requiredTools: [...new Set(recipe.steps.filter(({ tag }) => tag === "required").map(({ tool }) => tool))],
    code: recipe.code ?? null,
  };
  return db.$transaction(async (tx) => {
    await changeIn(tx, LOCK, [projectId]);
    const there = await tx.ownRecipe.findFirst({ where: { projectId, slug } });
    if (seenAt && there?.updatedAt.getTime() !== seenAt.getTime()) throw changed(slug);
    if (there) {
      const row = await tx.ownRecipe.update({
        where: { id: there.id, projectId },
        data: { ...data, updatedAt: later(there.updatedAt) },
      });
      return { recipe: toRecipe(row), isNew: false };
    }
    await assertRoom(tx, projectId);
    const time = now();
    const row = await tx.ownRecipe.create({
      data: { ...data, id: newId("recipe"), projectId, slug, createdAt: time, updatedAt: time },
    });
    return { recipe: toRecipe(row), isNew: true };
  });
}

/** Deletes a recipe. @throws ApiError NotFound, for another project's too */
export async function deleteRecipe(projectId: string, id: string): Promise<void> {
  const { count } = await db.ownRecipe.deleteMany({ where: { projectId, id } });
  if (count === 0) throw unknownRecipe(id);
}

/** A recipe as lists show it. */
export const toWireRecipe = ({
  useCase,
  askedAs,
  requiredTools,
  updatedAt,
  ...head
}: RecipeHead): z.input<typeof ownRecipesApi.listOwnRecipes.response>["items"][number] => ({
  ...head,
  use_case: useCase,
  asked_as: askedAs,
  required_tools: requiredTools,
  updated_at: updatedAt.toISOString(),
});
