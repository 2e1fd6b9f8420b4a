/** The filters of the tool logs, in the URL and in the operation's body. */

import type { Chip } from "@/components/parts/lists/filter-chips";
import type { Choices } from "@/components/parts/lists/known-choices";
import { RANGES, rangeStart } from "@/components/parts/lists/time-ranges";

/** Each filter's name in the URL, with its field and comparison. */
const FIELDS = {
  tool: { field: "tool_slug", operator: "contains", toValue: (text: string) => text.toUpperCase() },
  toolkit: { field: "toolkit_slug", operator: "==", toValue: (text: string) => text.toLowerCase() },
  status: { field: "status", operator: "==", toValue: (text: string) => text },
  user: { field: "user_id", operator: "==", toValue: (text: string) => text },
  account: { field: "connected_account_id", operator: "==", toValue: (text: string) => text },
  code: { field: "error_code", operator: "==", toValue: (text: string) => text },
  session: { field: "session_id", operator: "==", toValue: (text: string) => text },
  request: { field: "request_id", operator: "==", toValue: (text: string) => text },
  key: { field: "api_key_id", operator: "==", toValue: (text: string) => text },
  mcp: { field: "mcp_server_id", operator: "==", toValue: (text: string) => text },
  log: { field: "log_id", operator: "==", toValue: (text: string) => text },
} as const;

export type FilterName = keyof typeof FIELDS;
export const FILTER_NAMES = Object.keys(FIELDS) as FilterName[];

type Search = { get: (name: string) => string | null };

/** The body of the list operation; `now` (milliseconds) is the end of a time range. */
export function toLogQuery(search: Search, now: number) {
  const filters = FILTER_NAMES.flatMap((name) => {
    const text = search.get(name)?.trim();
    if (!text) return [];
    const { field, operator, toValue } = FIELDS[name];
    return [{ field, operator, value: toValue(text) }];
  });
  const from = rangeStart(search.get("range"), now);
  const words = search.get("search")?.trim();
  return {
    limit: 50,
    ...(words && { search: words }),
    ...(search.get("order") === "oldest" && { order: "oldest" as const }),
    ...(filters.length > 0 && { filters }),
    ...(from && { time_range: { from, to: now } }),
  };
}

/** Everything that narrows the list: filters, search text, the time range. */
export const NARROWING = [...FILTER_NAMES, "search", "range"];

export const isFiltered = (search: Search): boolean => NARROWING.some((name) => Boolean(search.get(name)?.trim()));

/** The filters with fixed choices. */
export const CHOICES: Choices = { status: ["success", "failed"], range: Object.keys(RANGES) };

export const LABELS: Record<FilterName | "range", string> = {
  toolkit: "Toolkit",
  tool: "Tool",
  user: "User",
  account: "Account",
  status: "Status",
  code: "Error code",
  session: "Session",
  request: "Request",
  key: "API key",
  mcp: "MCP server",
  log: "Log",
  range: "Time",
};
const STATUS_WORDS: Partial<Record<string, string>> = { success: "Succeeded", failed: "Failed" };
export const STATUSES = Object.entries(STATUS_WORDS) as [string, string][];

const inWords = (name: FilterName | "range", value: string): string => {
  if (name === "status") return STATUS_WORDS[value] ?? value;
  if (name === "range") return RANGES[value as keyof typeof RANGES] ?? value;
  return name === "tool" ? `contains ${value}` : value;
};

/** The active filters as labels; the search text is shown in its own field. `keyNames`: API keys by their ids. */
export function toLogChips(search: Search, keyNames: ReadonlyMap<string, string> = new Map()): Chip[] {
  return (Object.keys(LABELS) as (FilterName | "range")[]).flatMap((name) => {
    const value = search.get(name)?.trim();
    if (!value) return [];
    const words = name === "key" ? (keyNames.get(value) ?? value) : inWords(name, value);
    return [{ name, label: LABELS[name], value: words, ...(name === "toolkit" && { toolkit: value }) }];
  });
}

type Filters = {
  filters?: readonly { field: string; operator: "==" | "contains"; value: string }[];
  time_range?: { from: number };
};

/**
 * Returns whether a new execution belongs in the list. A list's time range ends when the list was read, so its end is
 * ignored.
 */
export function matchesQuery(
  { filters = [], time_range: range }: Filters,
  log: { id: string; status: string; timestamp: string; metadata: Readonly<Record<string, unknown>> },
): boolean {
  if (range && Date.parse(log.timestamp) < range.from) return false;
  return filters.every(({ field, operator, value }) => {
    const fieldValue = field === "status" ? log.status : field === "log_id" ? log.id : log.metadata[field];
    const text = typeof fieldValue === "string" ? fieldValue : "";
    return operator === "==" ? text === value : text.toLowerCase().includes(value.toLowerCase());
  });
}
