/**
 * Finds the rules that can be about one call, without looking at each: those about its caller by one look-up, and those
 * that ask for a text anywhere by one search for all of their texts.
 */
import type { PolicyCaller } from "./compile-rule";
import type { PolicyCall } from "./policy-call";
import type { Covering } from "./project-policies";
import { PartList, type Part } from "./part-list";
import type { Leaves, Reading } from "./reading";

/** `position`: its place among the covering rules. */
export type Candidate = Covering & { position: number };

/** Texts to look for, with the position of the rule of each. */
type Searched = { parts: PartList; positions: readonly number[] };

type Prepared = {
  all: readonly Candidate[];
  /** Rules about every caller and any texts. */
  usual: readonly Candidate[];
  searched: Searched;
  /** Positions by callers. */
  named: ReadonlyMap<string, readonly number[]>;
};

const keyOf = (by: keyof PolicyCaller, value: string): string => `${by} ${value}`;

function prepare(covering: readonly Covering[]): Prepared {
  const all = covering.map(({ rule, cover }, position) => ({ rule, cover, position }));
  const usual: Candidate[] = [];
  const parts: Part[] = [];
  const positions: number[] = [];
  const named = new Map<string, number[]>();
  for (const candidate of all) {
    const { position, rule } = candidate;
    if (rule.onlyFor)
      for (const value of rule.onlyFor.values) {
        const key = keyOf(rule.onlyFor.by, value);
        const before = named.get(key);
        if (before) before.push(position);
        else named.set(key, [position]);
      }
    else if (rule.parts)
      for (const part of rule.parts) {
        parts.push(part);
        positions.push(position);
      }
    else usual.push(candidate);
  }
  return { all, usual, searched: { parts: new PartList(parts), positions }, named };
}

/** Lists of covering rules are cached for their target, and these with them. */
const prepared = new WeakMap<readonly Covering[], Prepared>();

const ANYWHERE = ["**"];

/** All texts that conditions about any place look at; null where they cannot be read, so that each rule must try. */
function readTexts({ target, extras }: PolicyCall, reading: Reading): Leaves | null {
  const whole = extras !== undefined && target.kind !== "proxy" ? reading.with(extras) : reading;
  try {
    return whole.leaves("**", ANYWHERE);
  } catch {
    return null;
  }
}

function searchedHits({ parts, positions }: Searched, call: PolicyCall, reading: Reading): readonly number[] {
  if (positions.length === 0) return [];
  const leaves = readTexts(call, reading);
  if (leaves === null) return [...new Set(positions)];
  if (leaves.values.length === 0) return [];
  const indexes = leaves.canContain(parts);
  return indexes.length === 0 ? indexes : [...new Set(indexes.flatMap((index) => positions[index] ?? []))];
}

const BY = ["user", "keyId", "accountId"] as const;

function namedHits(named: Prepared["named"], caller: PolicyCaller): number[] {
  const hits: number[] = [];
  if (named.size === 0) return hits;
  for (const by of BY) {
    const value = caller[by];
    const positions = value === undefined ? undefined : named.get(keyOf(by, value));
    if (positions) hits.push(...positions);
  }
  return hits;
}

/** The rules that can be about the call, in their order: `isForCaller` and `fitsArguments` decide. */
export function findCandidates(
  covering: readonly Covering[],
  caller: PolicyCaller,
  call: PolicyCall,
  reading: Reading,
): readonly Candidate[] {
  let lists = prepared.get(covering);
  if (!lists) prepared.set(covering, (lists = prepare(covering)));
  const { all, usual, searched, named } = lists;
  const byCaller = namedHits(named, caller);
  const byText = searchedHits(searched, call, reading);
  if (byCaller.length === 0 && byText.length === 0) return usual;
  const hits = [...byCaller, ...byText];
  const further = hits.flatMap((position) => all[position] ?? []);
  return [...usual, ...further].sort((left, right) => left.position - right.position);
}
