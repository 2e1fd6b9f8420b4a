/**
 * Picks fields of an answer: `items[*].subject`, `user.name`, `rows[0]`, `["a name"].id`. Picked fields keep their
 * position, so that the output schema still describes them. One walk over the value serves all paths. Pure.
 */
import { stepsOf } from "@/lib/contract/response-shape";
import { ApiError } from "@/lib/kernel/errors";

/** The paths as a tree: which parts of a value are kept, and which parts of those. An empty tree keeps everything. */
type Fields = Map<string, Fields>;

/** Stands for every entry of a list, and every field of an object. */
const EACH = "*";
/** @throws ApiError Unprocessable, naming each text that is no path */
export function toWanted(paths: readonly string[]): Fields {
  const root: Fields = new Map();
  const wrong: string[] = [];
  for (const [index, path] of paths.entries()) {
    const steps = stepsOf(path);
    if (steps) add(root, steps);
    else wrong.push(`response.fields.${index}: ${path.slice(0, 100)} is no path such as items[*].name`);
  }
  if (wrong.length === 0) return root;
  throw new ApiError("Unprocessable", "The fields of the answer are not valid paths.", {
    errors: wrong.slice(0, 20),
    suggestedFix: "Write a path of names with dots, and [*] or [0] for the entries of a list.",
  });
}

function add(root: Fields, steps: readonly string[]): void {
  let here = root;
  for (const [index, step] of steps.entries()) {
    const child = here.get(step);
    // A shorter path already keeps everything below it.
    if (child && child.size === 0) return;
    const next: Fields = child ?? new Map();
    if (index === steps.length - 1) next.clear();
    here.set(step, next);
    here = next;
  }
}

/** The union of two trees; undefined if both are missing. */
function both(first: Fields | undefined, second: Fields | undefined): Fields | undefined {
  if (!first || !second) return first ?? second;
  if (first.size === 0 || second.size === 0) return new Map();
  const merged: Fields = new Map(first);
  for (const [step, below] of second) merged.set(step, both(merged.get(step), below) ?? below);
  return merged;
}

const NOTHING = Symbol("nothing");

function pickOfList(list: readonly unknown[], fields: Fields): unknown {
  const each = fields.get(EACH);
  const numbered = [...fields.keys()].some((step) => /^\d+$/.test(step));
  // Without [*] and numbers, names apply to each entry: `items.id` is `items[*].id`.
  const ofEntry = each ?? (numbered ? undefined : fields);
  const entries: unknown[] = [];
  for (const [index, entry] of list.entries()) {
    const fieldsOfEntry = both(ofEntry, fields.get(String(index)));
    const picked = fieldsOfEntry ? pickIn(entry, fieldsOfEntry) : NOTHING;
    if (picked !== NOTHING) entries.push(picked);
  }
  return entries;
}

function pickOfObject(value: object, fields: Fields): unknown {
  const each = fields.get(EACH);
  const names = each ? Object.keys(value) : [...fields.keys()];
  const members: [string, unknown][] = [];
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue;
    const fieldsOfMember = both(each, fields.get(name));
    const picked = fieldsOfMember ? pickIn((value as Record<string, unknown>)[name], fieldsOfMember) : NOTHING;
    if (picked !== NOTHING) members.push([name, picked]);
  }
  return members.length === 0 ? NOTHING : Object.fromEntries(members);
}

function pickIn(value: unknown, fields: Fields): unknown {
  if (fields.size === 0) return value;
  if (Array.isArray(value)) return pickOfList(value, fields);
  return typeof value === "object" && value !== null ? pickOfObject(value, fields) : NOTHING;
}

/** The wanted parts of a value; an empty object if it has none of them. */
export function pick(value: unknown, fields: Fields): unknown {
  const picked = pickIn(value, fields);
  return picked === NOTHING ? {} : picked;
}
