/** Google Calendar tools that need arithmetic with times or more than one request. */
import type { ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { eventHandlers, eventsPath } from "./events";
import { findFreeSlots } from "./free-slots";
import { addressKey } from "./guests";
import { patchEvent } from "./patch-event";
import { recurringHandlers } from "./recurring";
import { MINUTE_MS } from "./times";

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
  ...eventHandlers,
  ...recurringHandlers,
  patchEvent,
  removeAttendee,
  findFreeSlots,
  getCurrentDateTime,
};
