/** Creates and changes events, whose times are of a zone, of an offset, or days. */
import { randomUUID } from "node:crypto";
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { toGuests, type Guest } from "./guests";
import { DAY_MS, MINUTE_MS, readTime, toLocal, type EventTime } from "./times";

type EventArguments = {
  calendar_id?: string;
  event_id?: string;
  summary?: string;
  description?: string;
  location?: string;
  start_datetime?: string;
  end_datetime?: string;
  event_duration_hour?: number;
  event_duration_minutes?: number;
  timezone?: string;
  attendees?: string[];
  recurrence?: string[];
  create_meeting_room?: boolean;
  send_updates?: boolean;
  transparency?: string;
  visibility?: string;
  eventType?: string;
  guests_can_modify?: boolean;
  guestsCanInviteOthers?: boolean;
  guestsCanSeeOtherGuests?: boolean;
  workingLocationProperties?: Record<string, unknown>;
  focusTimeProperties?: Record<string, unknown>;
  outOfOfficeProperties?: Record<string, unknown>;
  reminders?: { useDefault?: boolean; overrides?: { method?: string; minutes?: number }[] };
  color_id?: string;
};
type Times = { start?: EventTime; end?: EventTime };

const DEFAULT_MS = 30 * MINUTE_MS;

/** The path of the events of a calendar; without one, of the person's own. */
export const eventsPath = (calendar: string | undefined): string =>
  `/calendars/${encodeURIComponent(calendar || "primary")}/events`;

const eventPath = (args: EventArguments): string =>
  `${eventsPath(args.calendar_id)}/${encodeURIComponent(args.event_id ?? "")}`;

/** Arguments that become fields of the event unchanged. */
const ownFacts = (args: EventArguments): Record<string, unknown> => ({
  summary: args.summary,
  description: args.description,
  location: args.location,
  recurrence: args.recurrence,
  transparency: args.transparency,
  visibility: args.visibility,
  eventType: args.eventType,
  guestsCanModify: args.guests_can_modify,
  guestsCanInviteOthers: args.guestsCanInviteOthers,
  guestsCanSeeOtherGuests: args.guestsCanSeeOtherGuests,
  workingLocationProperties: args.workingLocationProperties,
  focusTimeProperties: args.focusTimeProperties,
  outOfOfficeProperties: args.outOfOfficeProperties,
  reminders: args.reminders && { useDefault: false, ...args.reminders },
  colorId: args.color_id,
});

function timeOf(text: string, fail: HandlerTools["fail"]) {
  return (
    readTime(text) ??
    fail(`${JSON.stringify(text)} is not a time. Write times as 2026-01-31T13:00:00, days as 2026-01-31.`)
  );
}

/** How long the event takes by its arguments; undefined if they leave it out. */
const durationOf = ({ event_duration_hour: hours, event_duration_minutes: minutes }: EventArguments) =>
  !hours && minutes === undefined ? undefined : ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;

/**
 * The zone of the times. A series needs one, whatever the offset of its first time: it stays at its hour when the
 * clocks change. Undefined if the offsets are enough.
 */
async function zoneOf(args: EventArguments, hasOffsets: boolean, { call }: HandlerTools): Promise<string | undefined> {
  if (args.timezone !== undefined || (hasOffsets && !args.recurrence?.length)) return args.timezone;
  // The list of events names the calendar's zone, too, and needs no further scope than the event.
  const query = { maxResults: 1, fields: "timeZone" };
  const { data } = await call({ method: "GET", path: eventsPath(args.calendar_id), query });
  return (data as { timeZone?: string }).timeZone;
}

/**
 * Start and end: the end that is given, else how long the event takes, else how long it took before, else half an hour.
 * A day without a time makes an event of whole days, which ends before the day of its end.
 */
async function toTimes(args: EventArguments, previousMs: number | undefined, tools: HandlerTools): Promise<Times> {
  if (args.start_datetime === undefined) return {};
  const isLong = args.event_duration_hour !== undefined || args.event_duration_minutes !== undefined;
  if (args.end_datetime !== undefined && isLong)
    return tools.fail("Give end_datetime, or how long the event takes, not both.");
  const start = timeOf(args.start_datetime, tools.fail);
  const end = args.end_datetime === undefined ? undefined : timeOf(args.end_datetime, tools.fail);
  if (end && end.isDay !== start.isDay)
    return tools.fail("Give both start_datetime and end_datetime as days, or both with a time.");
  if (start.isDay) {
    const days = end ? end.wall - start.wall : (durationOf(args) ?? previousMs ?? DAY_MS);
    const toDay = (wall: number): EventTime => ({ date: toLocal(wall).slice(0, 10) });
    return { start: toDay(start.wall), end: toDay(start.wall + Math.max(DAY_MS, days - (days % DAY_MS))) };
  }
  const zone = await zoneOf(args, start.offset !== undefined && (!end || end.offset !== undefined), tools);
  const last = end ?? { ...start, wall: start.wall + (durationOf(args) ?? previousMs ?? DEFAULT_MS) };
  const toTime = ({ wall, offset }: { wall: number; offset: string | undefined }): EventTime => ({
    dateTime: toLocal(wall) + (offset ?? ""),
    ...(zone ? { timeZone: zone } : {}),
  });
  return { start: toTime(start), end: toTime(last) };
}

/** The event resource. */
const toEvent = (args: EventArguments, times: Times, guests?: Guest[]): Record<string, unknown> => ({
  ...ownFacts(args),
  ...times,
  ...(args.attendees ? { attendees: toGuests(args.attendees, guests) } : {}),
  ...(args.create_meeting_room
    ? {
        conferenceData: {
          createRequest: { requestId: randomUUID(), conferenceSolutionKey: { type: "hangoutsMeet" } },
        },
      }
    : {}),
});

const sendOptions = (args: EventArguments) => ({
  sendUpdates: args.send_updates === false ? "none" : "all",
  conferenceDataVersion: args.create_meeting_room ? 1 : 0,
});

/** What Google wants with an event of these kinds, even if it is empty, and refuses with others. */
const OWN_PROPERTIES: ReadonlyMap<unknown, object> = new Map([
  ["focusTime", { focusTimeProperties: {}, transparency: "opaque" }],
  ["outOfOffice", { outOfOfficeProperties: {}, transparency: "opaque" }],
]);

const createEvent: ToolHandler = async (args: EventArguments, tools) => {
  const event = toEvent(args, await toTimes(args, undefined, tools));
  const values = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
  const body = { ...OWN_PROPERTIES.get(args.eventType), ...values };
  const request = { method: "POST", path: eventsPath(args.calendar_id), query: sendOptions(args), body } as const;
  return (await tools.call(request)).data as Record<string, unknown>;
};

/**
 * The arguments with the start that the event has now, if only its end or length changes; the length that it has, if
 * only its start changes. `start` stays as it is, with its zone, by which a series is repeated, unless the caller names
 * another zone.
 */
async function withTimesOfEvent(args: EventArguments, { call, fail }: HandlerTools) {
  const isStartNamed = args.start_datetime !== undefined;
  const isLengthNamed = args.end_datetime !== undefined || durationOf(args) !== undefined;
  if (isStartNamed === isLengthNamed) return { args, previousMs: undefined, start: undefined };
  const { start, end } = (await call({ method: "GET", path: eventPath(args) })).data as Times;
  const [startText, endText] = [start, end].map((time) => time?.dateTime ?? time?.date) as [string?, string?];
  const [from, to] = [Date.parse(startText ?? ""), Date.parse(endText ?? "")];
  const begin = args.start_datetime ?? startText ?? fail("The event has no start. Give start_datetime, too.");
  return {
    args: { ...args, start_datetime: begin },
    previousMs: to > from ? to - from : undefined,
    start: isStartNamed || args.timezone !== undefined ? undefined : start,
  };
}

/** The guests that the event has now, if the caller names guests. */
async function guestsNow(args: EventArguments, { call }: HandlerTools): Promise<Guest[] | undefined> {
  if (!args.attendees) return undefined;
  return ((await call({ method: "GET", path: eventPath(args) })).data as { attendees?: Guest[] }).attendees;
}

const updateEvent: ToolHandler = async (args: EventArguments, tools) => {
  const event = await withTimesOfEvent(args, tools);
  const times = await toTimes(event.args, event.previousMs, tools);
  const newTimes = { ...times, ...(event.start && { start: event.start }) };
  const body = toEvent(args, newTimes, await guestsNow(args, tools));
  const answer = await tools.call({ method: "PATCH", path: eventPath(args), query: sendOptions(args), body });
  return answer.data as Record<string, unknown>;
};

export const eventHandlers: ToolHandlers = { createEvent, updateEvent };
