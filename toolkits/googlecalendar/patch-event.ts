/** Changes parts of an event, and answers an invitation. */
import type { HandlerTools, ToolHandler } from "@/lib/catalog/tool-handler";

type Guest = { email?: string; self?: boolean; responseStatus?: string };
type Event = { attendees?: Guest[] };

type PatchArguments = {
  calendar_id?: string;
  event_id?: string;
  conference_data_version?: number;
  max_attendees?: number;
  send_updates?: string;
  supports_attachments?: boolean;
  rsvp_response?: string;
  attendees?: Guest[];
  color_id?: string;
  conference_data?: unknown;
} & Record<string, unknown>;

/**
 * The guests with the caller's own answer. Google replaces the whole list, so it is read first, with all guests that
 * the caller can see.
 */
async function guestsWithAnswer(response: string, path: string, { call, fail }: HandlerTools): Promise<Guest[]> {
  const { attendees = [] } = (await call({ method: "GET", path })).data as Event;
  if (!attendees.some(({ self }) => self === true))
    return fail("You are no guest of this event in this calendar, so there is no invitation to answer.");
  return attendees.map((guest) => (guest.self === true ? { ...guest, responseStatus: response } : guest));
}

/** Sends the given arguments; omitted fields keep their values. */
export const patchEvent: ToolHandler = async (args: PatchArguments, tools) => {
  const {
    calendar_id: calendar = "",
    event_id: event = "",
    conference_data_version: conferenceDataVersion,
    max_attendees: maxAttendees,
    send_updates: sendUpdates,
    supports_attachments: supportsAttachments,
    rsvp_response: response,
    color_id: colorId,
    conference_data: conferenceData,
    ...rest
  } = args;
  if (response !== undefined && args.attendees !== undefined)
    return tools.fail("rsvp_response changes the list of guests. Give attendees in another call.");
  const path = `/calendars/${encodeURIComponent(calendar)}/events/${encodeURIComponent(event)}`;
  const attendees = response === undefined ? args.attendees : await guestsWithAnswer(response, path, tools);
  const { data } = await tools.call({
    method: "PATCH",
    path,
    query: { conferenceDataVersion, maxAttendees, sendUpdates, supportsAttachments },
    body: { ...rest, colorId, conferenceData, attendees },
  });
  return data as Record<string, unknown>;
};
