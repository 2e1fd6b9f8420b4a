/** The filters of the event log, in the URL and in the operations. Pure. */
import type { Chip } from "@/components/parts/lists/filter-chips";
import type { Choices } from "@/components/parts/lists/known-choices";
import { RANGES, rangeStart } from "@/components/parts/lists/time-ranges";
import { STATE_FILTERS } from "@/lib/webhooks/constants";
import { EVENT_STATES, longKind, shortKind } from "./event-words";

/** Each filter's name in the URL, with its name in the operation. */
const FIELDS = {
  search: "search",
  type: "type",
  toolkit: "toolkit_slug",
  slug: "trigger_slug",
  trigger: "trigger_id",
  user: "user_id",
  account: "connected_account_id",
  receiver: "sent_to",
} as const;
export type FilterName = keyof typeof FIELDS;

type Search = { get: (name: string) => string | null };
type State = (typeof STATE_FILTERS)[number];

/** Everything that narrows the list. */
export const NARROWING = [...(Object.keys(FIELDS) as FilterName[]), "state", "range"];

/** The filters with fixed choices. */
export const CHOICES: Choices = { state: STATE_FILTERS, range: Object.keys(RANGES) };

/** Kinds of events are written small and with points, types of triggers are slugs. */
const isKind = (text: string): boolean => text.includes(".");

/** A kind or a type in the notation of the URL. */
export const writtenKind = (text: string): string =>
  isKind(text) ? shortKind(text.toLowerCase()) : text.toUpperCase();

/** One field for both filters: a new choice replaces the other filter. */
export const toKindChange = (value: string): Record<string, string> =>
  isKind(value) ? { type: value, slug: "" } : { type: "", slug: value };

/** A slug and the name of a toolkit are written in one way only; the pages show kinds of events without our prefix. */
function normalizeText(name: FilterName, text: string): string {
  if (name === "slug") return text.toUpperCase();
  if (name === "type") return longKind(text);
  return name === "toolkit" ? text.toLowerCase() : text;
}

/** The filter for the list and for "send again"; `now` (milliseconds) is the end of a time range. */
export function toEventFilter(search: Search, now: number) {
  const texts = (Object.keys(FIELDS) as FilterName[]).flatMap((name) => {
    const text = search.get(name)?.trim();
    return text ? [[FIELDS[name], normalizeText(name, text)] as const] : [];
  });
  const state = STATE_FILTERS.find((candidate) => candidate === search.get("state"));
  const from = rangeStart(search.get("range"), now);
  return {
    ...(Object.fromEntries(texts) as Partial<Record<(typeof FIELDS)[FilterName], string>>),
    ...(state && { state: state satisfies State }),
    ...(from && { from: new Date(from).toISOString() }),
  };
}
export type EventFilter = ReturnType<typeof toEventFilter>;

export const LABELS: Record<FilterName | "state" | "range", string> = {
  search: "",
  type: "Event type",
  toolkit: "Toolkit",
  slug: "Trigger type",
  trigger: "Trigger",
  user: "User",
  account: "Account",
  receiver: "Endpoint",
  state: "Delivery",
  range: "Time",
};

/**
 * The active filters as labels; the search text is shown in its own field. `receivers` maps ids of receivers to their
 * names.
 */
export function toEventChips(search: Search, receivers: ReadonlyMap<string, string>): Chip[] {
  const words = (name: string, value: string): string => {
    if (name === "type") return shortKind(value);
    if (name === "state") return EVENT_STATES[value as State] ?? value;
    if (name === "range") return RANGES[value as keyof typeof RANGES] ?? value;
    return name === "receiver" ? (receivers.get(value) ?? value) : value;
  };
  return Object.entries(LABELS).flatMap(([name, label]) => {
    const value = search.get(name)?.trim();
    if (!value || label === "") return [];
    return [{ name, label, value: words(name, value), ...(name === "toolkit" && { toolkit: value }) }];
  });
}

export const isFiltered = (search: Search): boolean => NARROWING.some((name) => Boolean(search.get(name)?.trim()));
