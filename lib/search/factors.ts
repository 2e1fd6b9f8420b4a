/** Factors of a tool's score that do not depend on its words: its toolkit, and its hints. */
import type { SearchIndex } from "./search-index";
import { FLAGS } from "./tool-document";
import { KINDS, wantedKinds } from "./kinds";
import { plainWords } from "./plain-words";
import type { OpenIndex } from "./open-index";
import type { SearchRequest } from "./read-request";
import type { Mention } from "./toolkit-names";
import type { Effect } from "./related-terms";
import type { Weights } from "./weights";

export type Factors = {
  /** By toolkit; 0 = left out. */
  byToolkit: Float32Array;
  /** By toolkit: how much its tools are about what is asked for; 1 = most. All 0 if an app is named. */
  topics: Float32Array;
  /** Toolkits that the request names, without doubt. */
  named: ReadonlySet<number>;
  hinted: ReadonlySet<number>;
  connected: ReadonlySet<string> | undefined;
  /** By the bits of FLAGS. */
  byFlags: Float32Array;
  /** By the place of the kind in KINDS. */
  byKind: Float32Array;
  effects: ReadonlySet<Effect>;
};

type Circumstances = {
  toolkits?: ReadonlySet<string> | undefined;
  connected?: ReadonlySet<string> | undefined;
  namesAnother?: boolean | undefined;
  withoutDeprecated?: boolean | undefined;
};

/** How much of being named a doubtful name counts. */
const HINTED = 0.4;
/** Of a toolkit that has the name of a more popular one. */
const LESS_POPULAR_NAMESAKE = 0.5;
/** An app whose tools are this much about what is asked for is one for it. */
const ITS_TOPIC = 0.6;
const ALL_FLAGS = Object.values(FLAGS).reduce((all, flag) => all | flag, 0);

/** Whether the hints of a tool agree with the request's verb. */
function fitsEffect(flags: number, effects: ReadonlySet<Effect>): boolean {
  const wants = (...some: Effect[]): boolean => some.some((effect) => effects.has(effect));
  if (effects.size === 0) return true;
  if ((flags & FLAGS.reads) !== 0) return wants("read");
  if ((flags & FLAGS.removes) !== 0) return wants("remove");
  if ((flags & FLAGS.creates) !== 0) return wants("create", "send");
  if ((flags & FLAGS.updates) !== 0) return wants("update", "create");
  return wants("create", "send", "update", "remove");
}

function flagFactor(flags: number, effects: ReadonlySet<Effect>, weights: Weights): number {
  let factor = 1;
  if ((flags & FLAGS.important) !== 0) factor *= weights.important;
  if ((flags & FLAGS.deprecated) !== 0) factor *= weights.deprecated;
  if (!fitsEffect(flags, effects)) factor *= weights.otherEffect;
  else if ((flags & FLAGS.removes) !== 0 && !effects.has("remove")) factor *= weights.unaskedRemoval;
  return factor;
}

const bareName = (name: string | undefined): string => plainWords(name ?? "").join("");

/** Toolkits that were named and have the very name of a more popular one: copies of it under another slug. */
function lessPopularNamesakes(
  { toolkits: all }: Pick<SearchIndex, "toolkits">,
  mentions: readonly Mention[],
  isAllowed: (toolkit: number) => boolean,
): Set<number> {
  const popularityOf = (toolkit: number): number => all[toolkit]?.popularity ?? 0;
  return new Set(
    mentions.flatMap((mention) => {
      const toolkits = mention.toolkits
        .filter(isAllowed)
        .map((toolkit) => [toolkit, bareName(all[toolkit]?.name)] as const);
      const most = new Map<string, number>();
      for (const [toolkit, name] of toolkits) most.set(name, Math.max(most.get(name) ?? 0, popularityOf(toolkit)));
      return toolkits.flatMap(([toolkit, name]) => (popularityOf(toolkit) < (most.get(name) ?? 0) ? [toolkit] : []));
    }),
  );
}

/** Factors of all toolkits and of all hints, for one request. */
export function toFactors(
  { index, kinds }: Pick<OpenIndex, "index" | "kinds">,
  request: SearchRequest,
  { toolkits, connected, namesAnother = false, withoutDeprecated = false }: Circumstances,
  weights: Weights,
): Factors {
  const { mentions, effects } = request;
  const isAllowed = (toolkit: number): boolean => toolkits?.has(index.toolkits[toolkit]?.slug ?? "") ?? true;
  const mentioned = (isSure: boolean): Set<number> =>
    new Set(
      mentions.filter((mention) => mention.isSure === isSure).flatMap((mention) => mention.toolkits.filter(isAllowed)),
    );
  const named = weights.named === 1 ? new Set<number>() : mentioned(true);
  const hinted = mentioned(false);
  const isNamed = named.size > 0 || namesAnother;
  const namesakes = lessPopularNamesakes(index, mentions, isAllowed);
  const byToolkit = new Float32Array(index.toolkits.length);
  index.toolkits.forEach(({ slug, popularity }, toolkit) => {
    if (!isAllowed(toolkit)) return;
    // Of another index's app nothing is known here; within one, an app that is named leaves the others out.
    let factor = isNamed ? (named.size > 0 ? 0 : weights.notNamed) : 1 + weights.popularity * popularity;
    if (hinted.has(toolkit) && !isNamed) factor *= 1 + (weights.named - 1) * HINTED;
    if (named.has(toolkit)) factor = weights.named;
    if (namesakes.has(toolkit)) factor *= LESS_POPULAR_NAMESAKE;
    if (connected?.has(slug)) factor *= weights.connected;
    byToolkit[toolkit] = factor;
  });
  const byFlags = Float32Array.from({ length: ALL_FLAGS + 1 }, (_, flags) =>
    withoutDeprecated && (flags & FLAGS.deprecated) !== 0 ? 0 : flagFactor(flags, effects, weights),
  );
  const byKind = Float32Array.from(wantedKinds(kinds, request), (share) => (share * KINDS.length) ** weights.kind);
  const topics = new Float32Array(index.toolkits.length);
  return { byToolkit, topics, byFlags, byKind, named, hinted, connected, effects };
}

/** The factor of one tool. */
export const factorOf = (index: SearchIndex, tool: number, { byToolkit, byFlags, byKind }: Factors): number =>
  (byToolkit[index.toolkitOf[tool] ?? 0] ?? 1) *
  (byFlags[index.flags[tool] ?? 0] ?? 1) *
  (byKind[index.kinds[tool] ?? 0] ?? 1);

/** The reasons that raised or lowered a tool, as texts. */
export function boostWords(index: SearchIndex, tool: number, factors: Factors): string[] {
  const { named, hinted, connected, effects, topics } = factors;
  const flags = index.flags[tool] ?? 0;
  const toolkit = index.toolkitOf[tool] ?? 0;
  const { slug, popularity } = index.toolkits[toolkit] ?? { slug: "", popularity: 0 };
  const words: [string, boolean][] = [
    ["app named", named.has(toolkit)],
    ["another app named", named.size > 0 && !named.has(toolkit)],
    ["app perhaps named", hinted.has(toolkit)],
    ["app for this", (topics[toolkit] ?? 0) > ITS_TOPIC],
    ["connected", connected?.has(slug) ?? false],
    ["much used", named.size === 0 && popularity > 0],
    ["important", (flags & FLAGS.important) !== 0],
    ["deprecated", (flags & FLAGS.deprecated) !== 0],
    ["does something else", !fitsEffect(flags, effects)],
  ];
  return words.flatMap(([word, holds]) => (holds ? [word] : []));
}
