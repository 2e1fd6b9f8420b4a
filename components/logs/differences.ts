/** Compares two JSON values, leaf by leaf. Pure. */

export type Difference = {
  path: string;
  kind: "same" | "changed" | "added" | "removed";
  first?: string;
  second?: string;
};

/** The maximum number of compared leaves. The result reports if there are more. */
export const MAX_LEAVES = 2000;

const isBranch = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** A path segment in code notation: `a.b[0]["odd name"]`. */
function step(path: string, name: string, inList: boolean): string {
  if (inList) return `${path}[${name}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function collect(value: unknown, path: string, into: Map<string, string>): void {
  if (into.size > MAX_LEAVES || value === undefined) return;
  if (!isBranch(value)) {
    into.set(path, JSON.stringify(value));
    return;
  }
  for (const [name, item] of Object.entries(value)) collect(item, step(path, name, Array.isArray(value)), into);
}

function toLeaves(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  if (value !== null) collect(value, "", leaves);
  return leaves;
}

function toDifference(path: string, first: string | undefined, second: string | undefined): Difference {
  if (first === undefined) return { path, kind: "added", second };
  if (second === undefined) return { path, kind: "removed", first };
  return { path, kind: first === second ? "same" : "changed", first, second };
}

/**
 * The leaves of both values: first those of `first` in its order, then those only in `second`. Texts are JSON. `cut` is
 * true if there are too many.
 */
export function toDifferences(first: unknown, second: unknown): { rows: Difference[]; cut: boolean } {
  const [firstLeaves, two] = [toLeaves(first), toLeaves(second)];
  const paths = [...new Set([...firstLeaves.keys(), ...two.keys()])];
  const rows = paths.slice(0, MAX_LEAVES).map((path) => toDifference(path, firstLeaves.get(path), two.get(path)));
  return { rows, cut: paths.length > MAX_LEAVES };
}
