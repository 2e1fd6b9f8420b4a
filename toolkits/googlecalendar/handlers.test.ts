/** Google Calendar's composite tools against a stand-in that remembers what it was asked. */
import { expect, it } from "vitest";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);

it("finds a guest whose domain is written in letters of any language or in ASCII", async () => {
  const { result, requests } = run("removeAttendee", { event_id: "e", attendee_email: "info@Müller.example" }, () => ({
    attendees: [{ email: "info@xn--mller-kva.example" }, { email: "ada@example.com" }],
  }));
  await result;
  expect(requests[1]?.body).toEqual({ attendees: [{ email: "ada@example.com" }] });
});

it("answers an invitation for the person alone", async () => {
  const guests = [{ email: "ada@example.com" }, { email: "me@example.com", self: true, responseStatus: "needsAction" }];
  const args = { calendar_id: "primary", event_id: "e", rsvp_response: "accepted", send_updates: "none" };
  const { result, requests } = run("patchEvent", args, () => ({ attendees: guests }));
  await result;
  expect(requests[1]).toMatchObject({
    method: "PATCH",
    path: "/calendars/primary/events/e",
    query: { sendUpdates: "none" },
    body: { attendees: [guests[0], { ...guests[1], responseStatus: "accepted" }] },
  });
  await expect(run("patchEvent", args, () => ({ attendees: guests.slice(0, 1) })).result).rejects.toThrow("no guest");
  await expect(run("patchEvent", { ...args, attendees: guests }, () => ({})).result).rejects.toThrow("another call");
});

it("changes single fields of an event without reading it", async () => {
  const args = { calendar_id: "a/b", event_id: "e", color_id: "5", conference_data_version: 1, conference_data: {} };
  const { result, requests } = run("patchEvent", args, () => ({}));
  await result;
  expect(requests).toHaveLength(1);
  expect(requests[0]?.path).toBe("/calendars/a%2Fb/events/e");
  expect(requests[0]?.query).toMatchObject({ conferenceDataVersion: 1 });
  expect(JSON.parse(JSON.stringify(requests[0]?.body))).toEqual({ colorId: "5", conferenceData: {} });
});

it("sends the properties that focus time needs, and none with other events", async () => {
  const times = { start_datetime: "2026-01-31T13:00:00+01:00", event_duration_hour: 1 };
  const focus = run("createEvent", { ...times, eventType: "focusTime" }, () => ({}));
  await focus.result;
  expect(focus.requests.at(-1)?.body).toMatchObject({ focusTimeProperties: {}, transparency: "opaque" });
  const focusTimeProperties = { chatStatus: "doNotDisturb" };
  const quiet = run("createEvent", { ...times, eventType: "focusTime", focusTimeProperties }, () => ({}));
  await quiet.result;
  expect(quiet.requests.at(-1)?.body).toMatchObject({ focusTimeProperties });
  const usual = run("createEvent", times, () => ({}));
  await usual.result;
  expect(usual.requests.at(-1)?.body).not.toHaveProperty("focusTimeProperties");
});

it("keeps the responses of guests who stay when the list of guests changes", async () => {
  const guest = { email: "ada@example.com", responseStatus: "accepted" };
  const args = { event_id: "e", attendees: ["Ada@Example.com", "ben@example.com"] };
  const { result, requests } = run("updateEvent", args, () => ({ attendees: [guest, { email: "left@example.com" }] }));
  await result;
  expect(requests.map(({ method }) => method)).toEqual(["GET", "PATCH"]);
  expect(requests[1]?.body).toMatchObject({ attendees: [guest, { email: "ben@example.com" }] });
});

it("sends reminders in place of the calendar's own, and a color", async () => {
  const overrides = [{ method: "popup", minutes: 10 }];
  const args = { start_datetime: "2026-01-31T13:00:00+01:00", color_id: "5", reminders: { overrides } };
  const { result, requests } = run("createEvent", args, () => ({}));
  await result;
  expect(requests.at(-1)?.body).toMatchObject({ colorId: "5", reminders: { useDefault: false, overrides } });
});
