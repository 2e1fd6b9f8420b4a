/** Changes or cancels one occurrence of a recurring event, or all of them. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { toGuests, type Guest } from "./guests";
import { clockOf, DAY_MS, MINUTE_MS, readTime, toInstant, toLocal, type EventTime } from "./times";

type Event = {
  id?: string;
  status?: string;
  recurringEventId?: string;
  recurrence?: string[];
  start?: EventTime;
  end?: EventTime;
  originalStartTime?: EventTime;
  attendees?: Guest[];
};
type RecurringArguments = {
  calendar_id?: string;
  event_id?: string;
  apply_to?: "one" | "all";
  occurrence_start?: string;
  summary?: string;
  description?: string;
  location?: string;
  start_datetime?: string;
  end_datetime?: string;
  timezone?: string;
  attendees?: string[];
  recurrence?: string[];
  send_updates?: string;
};

const eventPath = (args: RecurringArguments, id: string | undefined): string =>
  `/calendars/${encodeURIComponent(args.calendar_id || "primary")}/events/${encodeURIComponent(id ?? "")}`;

const get = async (args: RecurringArguments, id: string | undefined, { call }: HandlerTools): Promise<Event> =>
  (await call({ method: "GET", path: eventPath(args, id) })).data as Event;

/** The zone of an event's times; days have none. */
const zoneOf = (event: Event, fallback = "UTC"): string => event.start?.timeZone ?? fallback;

/** The occurrence of a series that begins at a time; a day alone means the occurrence of that day. */
async function findOccurrence(args: RecurringArguments, series: Event, { call, fail }: HandlerTools): Promise<Event> {
  const zone = args.timezone ?? zoneOf(series);
  const time = readTime(args.occurrence_start ?? "");
  const from = time && toInstant(args.occurrence_start ?? "", zone);
  if (!time || from === undefined)
    return fail("Give occurrence_start, the day or time of the occurrence, or the event_id of the occurrence itself.");
  // The day on which clocks change has 23 or 25 hours.
  const nextDay = time.isDay ? toInstant(toLocal(time.wall + DAY_MS), zone) : undefined;
  const until = nextDay ?? from + MINUTE_MS;
  const query = {
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(until).toISOString(),
    maxResults: 50,
  };
  const { data } = await call({ method: "GET", path: `${eventPath(args, series.id)}/instances`, query });
  const { items = [] } = data as { items?: Event[] };
  const begins = ({ start }: Event): boolean => {
    const instant = toInstant(start?.dateTime ?? start?.date ?? "", zone);
    return instant !== undefined && instant >= from && instant < until;
  };
  return items.find(begins) ?? fail(`No occurrence of this event begins at ${args.occurrence_start ?? ""} (${zone}).`);
}

/**
 * The event that changes, and the occurrence or series that the caller named, from whose time the new one is counted.
 */
type Target = { target: Event; named: Event };

async function findTarget(args: RecurringArguments, tools: HandlerTools): Promise<Target> {
  const named = await get(args, args.event_id, tools);
  const { recurringEventId: seriesId } = named;
  if (!seriesId && !named.recurrence?.length)
    return tools.fail("This event does not recur. Use GOOGLECALENDAR_UPDATE_EVENT or GOOGLECALENDAR_DELETE_EVENT.");
  if (args.apply_to !== "all") {
    const target = seriesId ? named : await findOccurrence(args, named, tools);
    return { target, named: target };
  }
  if (seriesId) return { target: await get(args, seriesId, tools), named };
  const isNamed = args.occurrence_start !== undefined;
  return { target: named, named: isNamed ? await findOccurrence(args, named, tools) : named };
}

/** The reading of the clock of an event's zone, as if it were UTC. */
function wallOf(text: string | undefined, zone: string): number | undefined {
  const time = readTime(text ?? "");
  if (!time || time.offset === undefined) return time?.wall;
  const instant = toInstant(text ?? "", zone);
  const clock = clockOf(zone);
  return instant === undefined || !clock ? undefined : clock(instant);
}

const textOf = (time: EventTime | undefined): string | undefined => time?.dateTime ?? time?.date;

const dayOf = (wall: number): string => toLocal(wall).slice(0, 10);

/** Parts of rules that name days (RFC 5545, 3.3.10). */
const NAMES_DAYS = /[:;](?:BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO)=/;

/** Refuses a time for an event of whole days, and a day for another, which would begin at midnight. */
function checkKind(texts: readonly (string | undefined)[], start: EventTime | undefined, fail: HandlerTools["fail"]) {
  const takesDays = start?.date !== undefined;
  if (texts.every((text) => text === undefined || readTime(text)?.isDay === takesDays)) return;
  fail(
    takesDays
      ? "Give days such as 2026-01-31: the event takes whole days."
      : "Give times such as 2026-01-31T13:00:00: the event does not take whole days.",
  );
}

/**
 * New times for what is changed. They are counted by the clocks of the event's zone: an occurrence that moves from nine
 * to ten moves the series to ten, in summer and in winter.
 */
function toTimes(args: RecurringArguments, { target, named }: Target, { fail }: HandlerTools): Partial<Event> {
  if (args.start_datetime === undefined && args.end_datetime === undefined) return {};
  const zone = args.timezone ?? zoneOf(target);
  if (!clockOf(zone)) return fail(`${JSON.stringify(zone)} is no time zone. Give a name such as Europe/Berlin.`);
  const walls = [textOf(named.start), textOf(named.end), textOf(target.start)].map((text) => wallOf(text, zone));
  const [namedStart, namedEnd, targetStart] = walls.map((wall) => wall ?? 0) as [number, number, number];
  const start = args.start_datetime === undefined ? namedStart : wallOf(args.start_datetime, zone);
  const end = args.end_datetime === undefined ? undefined : wallOf(args.end_datetime, zone);
  if (start === undefined || (args.end_datetime !== undefined && end === undefined))
    return fail("start_datetime and end_datetime must be times such as 2026-01-31T13:00:00.");
  checkKind([args.start_datetime, args.end_datetime], target.start, fail);
  const length = end === undefined ? namedEnd - namedStart : end - start;
  if (length <= 0) return fail("The event would end before it begins. Give start_datetime and end_datetime together.");
  const from = targetStart + (start - namedStart);
  const rule = args.recurrence ? undefined : target.recurrence?.find((line) => NAMES_DAYS.test(line));
  if (rule !== undefined && dayOf(from) !== dayOf(targetStart))
    return fail(`The series moves to another day, and its rule names days: ${rule}. Give the new rule in recurrence.`);
  const toTime = (wall: number): EventTime =>
    target.start?.date ? { date: dayOf(wall) } : { dateTime: toLocal(wall), timeZone: zone };
  return { start: toTime(from), end: toTime(from + length) };
}

const updateRecurring: ToolHandler = async (args: RecurringArguments, tools) => {
  if (args.recurrence && args.apply_to !== "all")
    return tools.fail("recurrence changes all occurrences: set apply_to to all.");
  const match = await findTarget(args, tools);
  const { summary, description, location, recurrence } = args;
  const attendees = args.attendees && toGuests(args.attendees, match.target.attendees);
  const body = { summary, description, location, recurrence, attendees, ...toTimes(args, match, tools) };
  const path = eventPath(args, match.target.id);
  const query = { sendUpdates: args.send_updates ?? "all" };
  const { data } = await tools.call({ method: "PATCH", path, query, body });
  return { ...(data as Record<string, unknown>), changed: args.apply_to ?? "one" };
};

const deleteRecurring: ToolHandler = async (args: RecurringArguments, tools) => {
  const { target } = await findTarget(args, tools);
  const query = { sendUpdates: args.send_updates ?? "all" };
  await tools.call({ method: "DELETE", path: eventPath(args, target.id), query });
  return { deleted: args.apply_to ?? "one", event_id: target.id ?? "" };
};

export const recurringHandlers: ToolHandlers = { updateRecurring, deleteRecurring };
