/**
 * Picks fields of an answer: `items[*].subject`, `user.name`, `rows[0]`, `["a name"].id`. What is picked keeps its place,
 * so that an agent finds it where the tool's description says. One walk over the value for all paths together. Pure.
 */
import { ApiError } from "@/lib/kernel/errors";

/** The paths as a tree: which parts of a value are kept, and what of them. An empty one keeps all. */
type Wanted = Map<string, Wanted>;

/** Stands for every entry of a list, and every field of an object. */
const EACH = "*";
const MOST_STEPS = 30;

/** One step of a path: `.name` or `name`, `[0]`, `[*]`, `.*`, `["name"]` or `['name']`. */
const STEP = /\.?([\p{L}_][\p{L}\p{N}_-]*|\*)|\[(\d{1,9}|\*)\]|\["([^"\\]{0,200})"\]|\['([^'\\]{0,200})'\]/uy;

/** The steps of a path; null for a text that is none. A beginning of `$` is allowed. */
export function stepsOf(path: string): string[] | null {
  const steps: string[] = [];
  STEP.lastIndex = path.startsWith("$") ? 1 : 0;
  if (STEP.lastIndex === path.length) return null;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (!found || steps.length >= MOST_STEPS) return null;
    steps.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? "");
  }
  return steps;
}

/** @throws ApiError Unprocessable, naming each text that is no path */
export function toWanted(paths: readonly string[]): Wanted {
  const root: Wanted = new Map();
  const wrong: string[] = [];
  for (const [at, path] of paths.entries()) {
    const steps = stepsOf(path);
    if (steps) add(root, steps);
    else wrong.push(`response.fields.${at}: ${path.slice(0, 100)} is no path such as items[*].name`);
  }
  if (wrong.length === 0) return root;
  throw new ApiError("Unprocessable", "The fields of the answer are not valid paths.", {
    errors: wrong.slice(0, 20),
    suggestedFix: "Write a path of names with dots, and [*] or [0] for the entries of a list.",
  });
}

function add(root: Wanted, steps: readonly string[]): void {
  let here = root;
  for (const [at, step] of steps.entries()) {
    const known = here.get(step);
    // A shorter path keeps all below it already.
    if (known && known.size === 0) return;
    const next: Wanted = known ?? new Map();
    if (at === steps.length - 1) next.clear();
    here.set(step, next);
    here = next;
  }
}

/** What two trees want together; undefined for neither. */
function both(one: Wanted | undefined, other: Wanted | undefined): Wanted | undefined {
  if (!one || !other) return one ?? other;
  if (one.size === 0 || other.size === 0) return new Map();
  const merged: Wanted = new Map(one);
  for (const [step, below] of other) merged.set(step, both(merged.get(step), below) ?? below);
  return merged;
}

const NOTHING = Symbol("nothing");

function pickOfList(list: readonly unknown[], wanted: Wanted): unknown {
  const each = wanted.get(EACH);
  const numbered = [...wanted.keys()].some((step) => /^\d+$/.test(step));
  // Without [*] and numbers, names are meant for each entry: `items.id` is `items[*].id`.
  const ofEntry = each ?? (numbered ? undefined : wanted);
  const kept: unknown[] = [];
  for (const [at, entry] of list.entries()) {
    const own = both(ofEntry, wanted.get(String(at)));
    const picked = own ? pickIn(entry, own) : NOTHING;
    if (picked !== NOTHING) kept.push(picked);
  }
  return kept;
}

function pickOfObject(value: object, wanted: Wanted): unknown {
  const each = wanted.get(EACH);
  const names = each ? Object.keys(value) : [...wanted.keys()];
  const kept: [string, unknown][] = [];
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue;
    const own = both(each, wanted.get(name));
    const picked = own ? pickIn((value as Record<string, unknown>)[name], own) : NOTHING;
    if (picked !== NOTHING) kept.push([name, picked]);
  }
  return kept.length === 0 ? NOTHING : Object.fromEntries(kept);
}

function pickIn(value: unknown, wanted: Wanted): unknown {
  if (wanted.size === 0) return value;
  if (Array.isArray(value)) return pickOfList(value, wanted);
  return typeof value === "object" && value !== null ? pickOfObject(value, wanted) : NOTHING;
}

/** The wanted parts of a value; an empty object where it has none of them. */
export function pick(value: unknown, wanted: Wanted): unknown {
  const picked = pickIn(value, wanted);
  return picked === NOTHING ? {} : picked;
}
