/** Texts about triggers on the pages. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { triggersApi } from "@/generated/addresses/triggers";
import type { triggerPagesApi } from "@/generated/addresses/triggers/pages";

export type TriggerRow = ResultOf<typeof triggersApi.listTriggers>["items"][number];
export type ShortType = ResultOf<typeof triggerPagesApi.listShortTriggerTypes>["items"][number];
export type TriggerType = ResultOf<typeof triggersApi.getTriggerType>;

export const newTriggerHref = (slug: string): string => `/triggers/new?type=${encodeURIComponent(slug)}`;

type TriggerHealth = "disabled" | "overdue" | "failing" | "healthy" | "waiting";

/** The most important state. Without an event and without a poll, a trigger waits. */
export function triggerHealth({
  disabled_at: disabled,
  state,
}: Pick<TriggerRow, "disabled_at" | "state">): TriggerHealth {
  if (disabled) return "disabled";
  if (state.overdue) return "overdue";
  if (state.last_error) return "failing";
  return state.last_event_at || state.last_synced_at ? "healthy" : "waiting";
}

const REASONS: Readonly<Record<string, string>> = {
  connection_expired: "Its account can’t be used. It resumes automatically once the account works again.",
  subscription_auth_failure: "The provider rejected its account several times. It resumes after the user reconnects.",
  polling_failure: "Polling failed for days. Enable it once the provider responds again.",
};

/** The reason for disabling as text; an unknown reason stays as it is written. */
export const disabledReason = (reason: string | null): string =>
  reason === null ? "Disabled manually." : (REASONS[reason] ?? reason);

/** The toolkit of a trigger: the first piece of its type, until the type itself is known. */
export const toolkitOf = (trigger: Pick<TriggerRow, "trigger_name">, types: ReadonlyMap<string, ShortType>): string =>
  types.get(trigger.trigger_name)?.toolkit.slug ?? trigger.trigger_name.split("_")[0]?.toLowerCase() ?? "";

/** A config in a line: `repo: hello, owner: octocat`. */
export const configLine = (config: Readonly<Record<string, unknown>>): string =>
  Object.entries(config)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");

/** A type with the other slugs of the same type, which older programs use. */
export type FoldedType = ShortType & { otherSlugs: readonly string[] };

/** The shortest slug represents its twins: longer slugs repeat the name of the toolkit. */
const toFolded = (twins: readonly ShortType[]): FoldedType[] => {
  const [first, ...others] = [...twins].sort((a, b) => a.slug.length - b.slug.length);
  if (!first) return [];
  const triggers = twins.reduce((sum, { triggers }) => sum + triggers, 0);
  return [{ ...first, triggers, otherSlugs: others.map(({ slug }) => slug) }];
};

/** Types of one toolkit that differ only in their slugs, as one type in the place of the first. */
export function foldTwins(types: readonly ShortType[]): FoldedType[] {
  const groups = new Map<string, ShortType[]>();
  for (const type of types) {
    const key = JSON.stringify([type.toolkit.slug, type.name, type.description, type.type]);
    groups.set(key, [...(groups.get(key) ?? []), type]);
  }
  return [...groups.values()].flatMap(toFolded);
}

/** The types as choices of a filter; a slug in brackets tells apart types of the same name. */
export function toTypeChoices(types: readonly ShortType[], withToolkit: boolean): [slug: string, label: string][] {
  const labelOf = ({ name, toolkit }: ShortType): string => (withToolkit ? `${toolkit.name}: ${name}` : name);
  const labels = types.map(labelOf);
  const repeated = new Set(labels.filter((label, index) => labels.indexOf(label) !== index));
  return types.map((type) => {
    const label = labelOf(type);
    return [type.slug, repeated.has(label) ? `${label} (${type.slug})` : label];
  });
}

/** The types whose name, slug, description or toolkit contains every word. */
export function findTypes(
  types: readonly FoldedType[],
  { words, toolkit, kind }: { words: string; toolkit: string; kind: string },
): FoldedType[] {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter((type) => {
    const text =
      `${type.name} ${type.slug} ${type.otherSlugs.join(" ")} ${type.description} ${type.toolkit.name}`.toLowerCase();
    return (
      (toolkit === "" || type.toolkit.slug === toolkit) &&
      (kind === "" || type.type === kind) &&
      searchWords.every((word) => text.includes(word))
    );
  });
}

/**
 * The server's errors of a config, by the names of its fields in the form: `trigger_config.labels[0]: ...` becomes
 * `labels[0]: ...`.
 */
export const toConfigLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/^trigger_config\.(?=[^:]+: )/, ""));
