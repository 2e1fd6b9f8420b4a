/** Finds the times in which several calendars are free. A calendar that cannot be read never counts as free. */
import type { ToolHandler } from "@/lib/catalog/tool-handler";
import { clockOf, DAY_MS, MINUTE_MS, toInstant, toZoned } from "./times";

type Span = { start: string; end: string };
type Gap = { from: number; to: number };
type Problem = { reason?: string };
type Calendar = { busy?: Span[]; errors?: Problem[] };
type Answer = {
  calendars?: Record<string, Calendar>;
  groups?: Record<string, { calendars?: string[]; errors?: Problem[] }>;
};
type SlotArguments = {
  items?: string[];
  time_min?: string;
  time_max?: string;
  timezone?: string;
  minimum_minutes?: number;
};

/** The free parts of a span of time. */
function gapsOf({ from, to }: Gap, busy: readonly Span[]): Gap[] {
  const gaps: Gap[] = [];
  let freeFrom = from;
  for (const span of [...busy].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const start = Math.min(Date.parse(span.start), to);
    if (start > freeFrom) gaps.push({ from: freeFrom, to: start });
    freeFrom = Math.max(freeFrom, Date.parse(span.end));
  }
  if (freeFrom < to) gaps.push({ from: freeFrom, to });
  return gaps;
}

/** Google's reasons in words; others are given as they are. */
const REASONS: Readonly<Record<string, string>> = {
  notFound: "there is no such calendar, or it is not shared with the account",
  groupTooBig: "the group has more calendars than one question takes",
  tooManyCalendarsRequested: "more calendars were asked for than one question takes",
  internalError: "Google could not read it now",
};

/** The calendars that were asked for and that Google did not show. */
function findUnreadable(items: readonly string[], { calendars = {}, groups = {} }: Answer) {
  const findCalendar = (id: string) => (Object.hasOwn(calendars, id) ? calendars[id] : undefined);
  const reasonOf = (errors: Problem[] | undefined): string | undefined => {
    const reason = errors?.[0]?.reason;
    return errors?.length ? (REASONS[reason ?? ""] ?? reason ?? "Google gives no reason") : undefined;
  };
  const entries = Object.entries({ ...groups, ...calendars });
  const problems = entries.flatMap(([id, { errors }]) => {
    const reason = reasonOf(errors);
    return reason ? [{ id, reason }] : [];
  });
  const silent = items.filter((id) => !findCalendar(id) && !Object.hasOwn(groups, id));
  return [...problems, ...silent.map((id) => ({ id, reason: "Google answered nothing about it" }))];
}

export const findFreeSlots: ToolHandler = async (args: SlotArguments, { call, fail }) => {
  const zone = args.timezone ?? "UTC";
  const clock = clockOf(zone) ?? fail(`${JSON.stringify(zone)} is no time zone. Give a name such as Europe/Berlin.`);
  const items = args.items?.length ? args.items : ["primary"];
  const from = args.time_min === undefined ? Date.now() : toInstant(args.time_min, zone);
  const to = args.time_max === undefined ? (from ?? 0) + DAY_MS : toInstant(args.time_max, zone);
  if (from === undefined || to === undefined || from >= to)
    return fail("time_min and time_max must be times such as 2026-01-31T09:00:00Z, the first before the second.");
  const body = {
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(to).toISOString(),
    timeZone: zone,
    items: items.map((id) => ({ id })),
  };
  const answer = (await call({ method: "POST", path: "/freeBusy", body })).data as Answer;
  const { calendars = {} } = answer;
  const unreadable = findUnreadable(items, answer);
  const busy = Object.values(calendars).flatMap((calendar) => calendar.busy ?? []);
  const free = gapsOf({ from, to }, busy)
    .filter((gap) => gap.to - gap.from >= (args.minimum_minutes ?? 0) * MINUTE_MS)
    .map((gap) => ({ start: toZoned(gap.from, clock), end: toZoned(gap.to, clock) }));
  if (unreadable.length === 0) return { free, unreadable, calendars };
  const names = unreadable.map(({ id, reason }) => `${id} (${reason})`).join(", ");
  return {
    free: [],
    free_in_readable: Object.values(calendars).some(({ errors }) => !errors?.length) ? free : [],
    unreadable,
    problem: `Whether all are free is not known, because these calendars cannot be read: ${names}.`,
    calendars,
  };
};
