/** Google Calendar tools that need arithmetic with times or more than one request. */
import { randomUUID } from "node:crypto";
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { patchEvent } from "./patch-event";

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
};

const MINUTE_MS = 60_000;

const eventsPath = (calendar: string | undefined): string =>
  `/calendars/${encodeURIComponent(calendar || "primary")}/events`;

/** A local time some minutes later; arithmetic in UTC keeps it free of the server's own time zone. */
function laterBy(local: string, minutes: number): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(local);
  const date = new Date(`${match?.[1] ?? ""}Z`);
  if (!match || Number.isNaN(date.getTime())) throw new RangeError(local);
  return new Date(date.getTime() + minutes * MINUTE_MS).toISOString().slice(0, 19) + (match[2] ?? "");
}

/**
 * The end of an event: the time that is given, else the start and how long it takes, else half an hour later. A time
 * without an offset is one of the same place as the start, so an end is written as it came.
 */
function endOf(args: EventArguments, start: string): string {
  if (args.end_datetime !== undefined) return laterBy(args.end_datetime, 0);
  const { event_duration_hour: hours, event_duration_minutes: minutes } = args;
  return laterBy(start, !hours && minutes === undefined ? 30 : (hours ?? 0) * 60 + (minutes ?? 0));
}

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
});

/** The event resource; a time without an offset is one of the calendar's own time zone unless another is named. */
async function toEvent(args: EventArguments, { call, fail }: HandlerTools): Promise<Record<string, unknown>> {
  const start = args.start_datetime ?? "";
  const { end_datetime: end, event_duration_hour: hours, event_duration_minutes: rest } = args;
  if (end !== undefined && (hours !== undefined || rest !== undefined))
    return fail("Give end_datetime, or how long the event takes, not both.");
  const offset = /(Z|[+-]\d{2}:?\d{2})$/;
  const hasOffset = offset.test(start) && (end === undefined || offset.test(end));
  const timeZone =
    args.timezone ??
    (hasOffset
      ? undefined
      : (
          (await call({ method: "GET", path: `/calendars/${encodeURIComponent(args.calendar_id || "primary")}` }))
            .data as { timeZone?: string }
        ).timeZone);
  const place = timeZone ? { timeZone } : {};
  try {
    return {
      ...ownFacts(args),
      start: { dateTime: laterBy(start, 0), ...place },
      end: { dateTime: endOf(args, start), ...place },
      ...(args.attendees ? { attendees: args.attendees.map((email) => ({ email: toAsciiAddress(email) })) } : {}),
      ...(args.create_meeting_room
        ? {
            conferenceData: {
              createRequest: { requestId: randomUUID(), conferenceSolutionKey: { type: "hangoutsMeet" } },
            },
          }
        : {}),
    };
  } catch (error) {
    if (error instanceof RangeError)
      return fail(`${JSON.stringify(error.message)} is not a time. Write times as 2026-01-31T13:00:00.`);
    throw error;
  }
}

const sendOptions = (args: EventArguments) => ({
  sendUpdates: args.send_updates === false ? "none" : "all",
  conferenceDataVersion: args.create_meeting_room ? 1 : 0,
});

const createEvent: ToolHandler = async (args: EventArguments, tools) => {
  const answer = await tools.call({
    method: "POST",
    path: eventsPath(args.calendar_id),
    query: sendOptions(args),
    body: await toEvent(args, tools),
  });
  return answer.data as Record<string, unknown>;
};

const updateEvent: ToolHandler = async (args: EventArguments, tools) => {
  const path = `${eventsPath(args.calendar_id)}/${encodeURIComponent(args.event_id ?? "")}`;
  const answer = await tools.call({
    method: "PATCH",
    path,
    query: sendOptions(args),
    body: await toEvent(args, tools),
  });
  return answer.data as Record<string, unknown>;
};

/** Two ways to write one address have the same key. */
const addressKey = (email = ""): string => toAsciiAddress(email).toLowerCase();

const removeAttendee: ToolHandler = async (
  args: { calendar_id?: string; event_id?: string; attendee_email?: string },
  { call, fail },
) => {
  const path = `${eventsPath(args.calendar_id)}/${encodeURIComponent(args.event_id ?? "")}`;
  const { attendees = [] } = (await call({ method: "GET", path })).data as { attendees?: { email?: string }[] };
  const left = attendees.filter(({ email }) => addressKey(email) !== addressKey(args.attendee_email));
  if (left.length === attendees.length) return fail(`${args.attendee_email ?? ""} is not a guest of this event.`);
  return (await call({ method: "PATCH", path, body: { attendees: left } })).data as Record<string, unknown>;
};

type Span = { start: string; end: string };

/** The free parts of a span of time. */
function freeSpans(from: number, to: number, busy: Span[]): Span[] {
  const free: Span[] = [];
  let freeFrom = from;
  for (const span of [...busy].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const start = Math.min(Date.parse(span.start), to);
    if (start > freeFrom) free.push({ start: new Date(freeFrom).toISOString(), end: new Date(start).toISOString() });
    freeFrom = Math.max(freeFrom, Date.parse(span.end));
  }
  if (freeFrom < to) free.push({ start: new Date(freeFrom).toISOString(), end: new Date(to).toISOString() });
  return free;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

const findFreeSlots: ToolHandler = async (
  args: { items?: string[]; time_min?: string; time_max?: string; timezone?: string },
  { call, fail },
) => {
  const items = args.items?.length ? args.items : ["primary"];
  const from = args.time_min === undefined ? Date.now() : Date.parse(args.time_min);
  const to = args.time_max === undefined ? from + DAY_MS : Date.parse(args.time_max);
  if (Number.isNaN(from) || Number.isNaN(to) || from >= to)
    return fail("time_min and time_max must be times such as 2026-01-31T09:00:00Z, the first before the second.");
  const body = {
    timeMin: new Date(from).toISOString(),
    timeMax: new Date(to).toISOString(),
    timeZone: args.timezone ?? "UTC",
    items: items.map((id) => ({ id })),
  };
  const { calendars = {} } = (await call({ method: "POST", path: "/freeBusy", body })).data as {
    calendars?: Record<string, { busy?: Span[] }>;
  };
  const busy = Object.values(calendars).flatMap((calendar) => calendar.busy ?? []);
  return { free: freeSpans(from, to, busy), calendars };
};

const getCurrentDateTime: ToolHandler = (args: { timezone?: number }) => {
  const offset = (args.timezone ?? 0) * 60;
  const local = new Date(Date.now() + offset * MINUTE_MS).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return Promise.resolve({
    current_date_time: `${local}${offset < 0 ? "-" : "+"}${hours}:${minutes}`,
    timezone: args.timezone ?? 0,
  });
};

export const handlers: ToolHandlers = {
  createEvent,
  updateEvent,
  patchEvent,
  removeAttendee,
  findFreeSlots,
  getCurrentDateTime,
};
