/** The draft of a receiver in a form, and the body of its request. Pure. */
import type { Receiver } from "@/components/events/use-receivers";
import { requiredAddress } from "@/components/parts/forms/use-tried";
import { TEST_RECEIVER_URL } from "@/lib/webhooks/constants";

export type Filter = Receiver["filters"][number];
export type Version = Receiver["version"];
export type FilterDraft = { path: string; operator: Filter["operator"]; value: string };
export type ReceiverDraft = { url: string; events: string[]; version: Version; filters: FilterDraft[] };

export const OPERATORS: Record<Filter["operator"], string> = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  not_contains: "does not contain",
  exists: "exists",
  not_exists: "doesn’t exist",
};

export const takesValue = (operator: Filter["operator"]): boolean => !operator.endsWith("exists");

/** Numbers and literals of JSON keep their type; quotes turn them into texts. */
export function toFilterValue(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || ["string", "number", "boolean"].includes(typeof value))
      return value as string | number | boolean | null;
  } catch {
    return text;
  }
  return text;
}

const toText = (value: Filter["value"]): string =>
  typeof value === "string" && toFilterValue(value) === value
    ? value
    : value === undefined
      ? ""
      : JSON.stringify(value);

export const EMPTY: ReceiverDraft = { url: "", events: ["composio.trigger.message"], version: "V3", filters: [] };

/** The missing fields, before a request is sent. */
export const missingIn = ({ url, events }: ReceiverDraft) => ({
  url: url === TEST_RECEIVER_URL ? undefined : requiredAddress(url, "Enter your endpoint’s URL."),
  events: events.length === 0 ? "Select at least one event type." : undefined,
});

export const toDraft = ({ webhook_url: url, enabled_events: events, version, filters }: Receiver): ReceiverDraft => ({
  url,
  events,
  version,
  filters: filters.map(({ path, operator, value }) => ({ path, operator, value: toText(value) })),
});

export const toBody = ({ url, events, version, filters }: ReceiverDraft) => ({
  webhook_url: url.trim(),
  enabled_events: events,
  version,
  filters: filters.map(({ path, operator, value }) => ({
    path: path.trim(),
    operator,
    ...(takesValue(operator) && { value: toFilterValue(value) }),
  })),
});
