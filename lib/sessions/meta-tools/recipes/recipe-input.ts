/** The arguments that save or read a recipe. */
import { z } from "zod";
import type { RecipeInput } from "@/lib/find/own-recipes/recipes";

const MOST_STEPS = 30;
const MOST_PITFALLS = 20;
const MOST_WAYS = 10;
const MAX_CODE = 100_000;
const MOST_CALLS = 30;

const name = z.string().trim().min(1, "must not be empty").max(200);
const tool = z.string().trim().min(1, "must name a tool").max(200);
const text = z.string().trim().min(1, "must not be empty").max(1000);
const line = z.string().trim().min(1, "must not be empty").max(400);
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, "must have letters, digits, - and _ only");

export const KeepArguments = z
  .object({
    recipe_id: z.string().trim().max(200).nullish(),
    recipe_slug: slug.nullish(),
    name,
    description: z.string().trim().max(2000).nullish(),
    use_case: line.nullish(),
    asked_as: z.array(line).max(MOST_WAYS).nullish(),
    steps: z
      .array(
        z.object({
          tool_slug: tool,
          kind: z.enum(["prerequisite", "required", "optional", "fallback"]).default("required"),
          text,
        }),
      )
      .max(MOST_STEPS)
      .nullish(),
    pitfalls: z
      .array(z.object({ tool_slug: tool, text }))
      .max(MOST_PITFALLS)
      .nullish(),
    recipe_code: z.string().max(MAX_CODE).nullish(),
    updated_at: z.iso.datetime().nullish(),
  })
  .superRefine(({ steps, recipe_code: code }, context) => {
    const isDone = steps?.some(({ kind }) => kind === "required") ?? false;
    if (!isDone && (steps?.length || !code || toolsOfCode(code).length === 0))
      context.addIssue({ code: "custom", path: ["steps"], message: "must have a step of the kind required" });
  });

export const ReadArguments = z.object({
  recipe_id: z.string().trim().max(200).nullish(),
  recipe_slug: z.string().trim().max(200).nullish(),
  name: z.string().trim().max(200).nullish(),
});

/** The tools that a program runs, in its order. */
function toolsOfCode(code: string): string[] {
  const calls = code.matchAll(/run_composio_tool\(\s{0,20}(?:tool_slug\s{0,5}=\s{0,5})?["']([A-Za-z0-9_]{1,200})["']/g);
  return [...new Set([...calls].map(([, called]) => (called ?? "").toUpperCase()))].slice(0, MOST_CALLS);
}

/** A slug from the name of a recipe; a name without letters of the alphabet gives no slug. */
const toSlug = (called: string): string =>
  called
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-|-$/g, "");

/** @param slugOfId the slug of the recipe that `recipe_id` names */
export function toRecipeInput(
  input: z.output<typeof KeepArguments>,
  slugOfId: string | undefined,
  newSlug: () => string,
): RecipeInput {
  const steps = input.steps?.length
    ? input.steps.map(({ tool_slug, kind, text: what }) => ({ tag: kind, tool: tool_slug, text: what }))
    : toolsOfCode(input.recipe_code ?? "").map((slug) => ({
        tag: "required" as const,
        tool: slug,
        text: "As recipe_code does it.",
      }));
  return {
    slug: slugOfId ?? input.recipe_slug ?? (toSlug(input.name) || newSlug()),
    name: input.name,
    description: input.description ?? undefined,
    useCase: input.use_case ?? input.name,
    askedAs: input.asked_as ?? [],
    steps,
    pitfalls: (input.pitfalls ?? []).map(({ tool_slug, text: what }) => ({ tool: tool_slug, text: what })),
    code: input.recipe_code ?? undefined,
    seenAt: input.updated_at ? new Date(input.updated_at) : undefined,
  };
}
