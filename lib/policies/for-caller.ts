/** Finds the rules about the caller of a call with one look-up, however many callers have rules. */
import type { PolicyCaller } from "./compile-rule";
import type { Covering } from "./project-policies";

/** `rest`: rules about every caller, or about callers that no look-up finds. Both by their positions. */
type ByCaller = { rest: readonly Covering[]; restAt: readonly number[]; named: ReadonlyMap<string, readonly number[]> };

const keyOf = (by: keyof PolicyCaller, value: string): string => `${by} ${value}`;

function toByCaller(covering: readonly Covering[]): ByCaller {
  const restAt: number[] = [];
  const named = new Map<string, number[]>();
  for (const [position, { rule }] of covering.entries()) {
    if (!rule.onlyFor) {
      restAt.push(position);
      continue;
    }
    for (const value of rule.onlyFor.values) {
      const key = keyOf(rule.onlyFor.by, value);
      const positions = named.get(key);
      if (positions) positions.push(position);
      else named.set(key, [position]);
    }
  }
  return { rest: restAt.flatMap((position) => covering[position] ?? []), restAt, named };
}

/** Lists of covering rules are cached for their target, and these with them. */
const prepared = new WeakMap<readonly Covering[], ByCaller>();

/** The rules that can be about the caller, in their order: `isForCaller` decides. */
export function forCaller(covering: readonly Covering[], caller: PolicyCaller): readonly Covering[] {
  let byCaller = prepared.get(covering);
  if (!byCaller) prepared.set(covering, (byCaller = toByCaller(covering)));
  const { rest, restAt, named } = byCaller;
  if (named.size === 0) return rest;
  const hits = (["user", "keyId", "accountId"] as const).flatMap((by) => {
    const value = caller[by];
    return value === undefined ? [] : (named.get(keyOf(by, value)) ?? []);
  });
  if (hits.length === 0) return rest;
  return [...restAt, ...hits].sort((a, b) => a - b).flatMap((position) => covering[position] ?? []);
}
