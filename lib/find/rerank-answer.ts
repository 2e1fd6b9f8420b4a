/** The usable parts of the language model's answer: names of candidates only, and plain, short texts. Pure. */
import { z } from "zod";
import { readJson } from "@/lib/llm/complete";
import type { FoundPlan } from "./contract";

type Plan = z.input<typeof FoundPlan>;

export type Reranked = {
  /** All candidates, the best first. */
  order: string[];
  /** Whether the model claims that the first tool does the job. */
  confident: boolean;
  plan: Plan | null;
};

const TEXT_CHARS = 300;
const MOST_SLUGS = 30;
const MOST_STEPS = 8;
const LEAST_STEPS = 2;
const MOST_PITFALLS = 5;

const Step = z.object({
  tag: z.enum(["prerequisite", "required", "optional", "fallback"]),
  tool: z.string(),
  text: z.string(),
});
const Pitfall = z.object({ tool: z.string(), text: z.string() });
const AnswerSchema = z.object({
  order: z.array(z.string()),
  // An endpoint that does not know the schema of the answer can leave these out, or write them otherwise.
  confident: z.boolean().catch(false),
  plan: z
    .object({ title: z.string().catch(""), steps: z.array(z.unknown()), pitfalls: z.array(z.unknown()).catch([]) })
    .nullable()
    .catch(null),
});

/** One line without control characters, invisible marks and halves of characters. */
function plainText(text: string): string {
  const line = text
    .slice(0, TEXT_CHARS * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, " ")
    .trim();
  return line
    .slice(0, TEXT_CHARS)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}

/** The items of a list that have a form and name a candidate with some words, with these words made plain. */
function usable<Item extends { tool: string; text: string }>(
  form: z.ZodType<Item>,
  items: unknown[],
  knownSlugs: ReadonlySet<string>,
  most: number,
): Item[] {
  return items
    .slice(0, MOST_SLUGS)
    .flatMap((item) => {
      const read = form.safeParse(item);
      if (!read.success || !knownSlugs.has(read.data.tool)) return [];
      const text = plainText(read.data.text);
      return text === "" ? [] : [{ ...read.data, text }];
    })
    .slice(0, most);
}

function toPlan(
  plan: z.output<typeof AnswerSchema>["plan"],
  knownSlugs: ReadonlySet<string>,
  request: string,
): Plan | null {
  const steps = usable(Step, plan?.steps ?? [], knownSlugs, MOST_STEPS);
  if (!plan || steps.length < LEAST_STEPS) return null;
  return {
    source: "model",
    title: plainText(plan.title) || plainText(request),
    steps,
    pitfalls: usable(Pitfall, plan.pitfalls, knownSlugs, MOST_PITFALLS),
  };
}

/**
 * @param slugs the candidates in the order in which the search found them
 * @throws LanguageModelError (unreadable) if the text holds no list of slugs
 */
export function readAnswer(text: string, request: string, slugs: readonly string[]): Reranked {
  const knownSlugs = new Set(slugs);
  const { order, confident, plan } = readJson(text, AnswerSchema);
  const named = order.slice(0, MOST_SLUGS).filter((slug) => knownSlugs.has(slug));
  return {
    order: [...new Set([...named, ...slugs])],
    confident: confident && knownSlugs.has(order[0] ?? ""),
    plan: toPlan(plan, knownSlugs, request),
  };
}
