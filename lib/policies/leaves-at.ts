/** Paths into JSON values, such as `to`, `items.0.price`, `items.*.email` or `**`, and the values that they lead to. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Path } from "./constants";
import { CannotLook, Opaque } from "./opaque";

/** Values that one rule looks at in one call. A rule that needs more counts as failed, which denies the call. */
const MAX_VALUES = 200_000;

export class TooManyValues extends Error {}

type Budget = { left: number };

function spend(budget: Budget): void {
  if (budget.left-- <= 0) throw new TooManyValues(`More than ${MAX_VALUES} values.`);
}

/** Whether the path leads to every value, whatever its name. */
export const isAnywhere = (path: Path): boolean => path[0] === "**" && path.length === 1;

type Visit = (leaf: unknown) => unknown;

function mapMembers(value: unknown, map: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const next = map(item);
      if (next !== item) {
        changed ??= [...value];
        changed[index] = next;
      }
    }
    return changed ?? value;
  }
  if (!isObject(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const next = map(value[key]);
    if (next !== value[key]) {
      changed ??= { ...value };
      Object.defineProperty(changed, key, { value: next, enumerable: true, writable: true, configurable: true });
    }
  }
  return changed ?? value;
}

const isLeaf = (value: unknown): boolean => value === null || typeof value !== "object";

/** Every leaf under a value. */
function visitLeaves(value: unknown, visit: Visit, budget: Budget): unknown {
  spend(budget);
  if (value === undefined) return value;
  if (value instanceof Opaque) return value.visited(visit);
  return isLeaf(value) ? visit(value) : mapMembers(value, (member) => visitLeaves(member, visit, budget));
}

function visitAt(value: unknown, path: Path, index: number, visit: Visit, budget: Budget): unknown {
  spend(budget);
  const step = path[index];
  if (step === undefined) return visitLeaves(value, visit, budget);
  if (value instanceof Opaque) {
    if (step === "**" && index === path.length - 1) return value.visited(visit);
    throw new CannotLook("The content has no names.");
  }
  if (step === "*") return mapMembers(value, (member) => visitAt(member, path, index + 1, visit, budget));
  if (step === "**") {
    if (index === path.length - 1) return visitLeaves(value, visit, budget);
    // A name at a list means its items, which are visited below.
    const isPassed = Array.isArray(value) && !/^\d+$/.test(path[index + 1] ?? "");
    const here = isPassed ? value : visitAt(value, path, index + 1, visit, budget);
    return mapMembers(here, (member) => visitAt(member, path, index, visit, budget));
  }
  return visitMember(value, step, path, index, visit, budget);
}

function visitMember(value: unknown, step: string, path: Path, index: number, visit: Visit, budget: Budget): unknown {
  const next = (member: unknown) => visitAt(member, path, index + 1, visit, budget);
  if (Array.isArray(value)) {
    // A name at a list means each of its items: a list must not hide what a rule is about.
    if (!/^\d+$/.test(step)) return mapMembers(value, (item) => visitMember(item, step, path, index, visit, budget));
    let position = -1;
    return mapMembers(value, (item) => (++position === Number(step) ? next(item) : item));
  }
  if (!isObject(value)) return value;
  return mapNamed(value, step, next);
}

/** Maps the members of a name, in any case of its letters. */
function mapNamed(value: Record<string, unknown>, step: string, next: (member: unknown) => unknown): unknown {
  const lower = step.toLowerCase();
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    if (key !== step && key.toLowerCase() !== lower) continue;
    const member = next(value[key]);
    if (member === value[key]) continue;
    changed ??= { ...value };
    Object.defineProperty(changed, key, { value: member, enumerable: true, writable: true, configurable: true });
  }
  return changed ?? value;
}

/** The leaves at a path: texts, numbers, booleans and null. @throws TooManyValues, CannotLook */
export function leavesAt(value: unknown, path: Path): unknown[] {
  const leaves: unknown[] = [];
  visitAt(value, path, 0, (leaf) => (leaves.push(leaf), leaf), { left: MAX_VALUES });
  return leaves;
}

/**
 * A copy of the value with the leaves at a path changed; the same value if none changes.
 * @throws TooManyValues, CannotLook
 */
export const mapLeaves = (value: unknown, path: Path, map: Visit): unknown =>
  visitAt(value, path, 0, map, { left: MAX_VALUES });

/** A copy of the value with the names of all members changed; the same value if none changes. @throws TooManyValues */
export function mapNames(
  value: unknown,
  map: (name: string) => string,
  budget: Budget = { left: MAX_VALUES },
): unknown {
  spend(budget);
  if (isLeaf(value) || value instanceof Opaque) return value;
  const mapped = mapMembers(value, (member) => mapNames(member, map, budget));
  if (!isObject(mapped)) return mapped;
  const names = Object.keys(mapped);
  const changed = names.map(map);
  if (changed.every((name, index) => name === names[index])) return mapped;
  const counts = new Map<string, number>();
  return Object.fromEntries(
    changed.map((name, index) => {
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return [nth === 1 ? name : `${name} ${nth}`, mapped[names[index] ?? ""]];
    }),
  );
}
