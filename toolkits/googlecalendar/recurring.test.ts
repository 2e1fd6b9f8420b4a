/** Times, free slots and recurring events of Google Calendar against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";
import { clockOf, toInstant, toZoned } from "./times";

const run = recorderOf(handlers);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const utc = (text: string, zone: string): string => new Date(toInstant(text, zone) ?? Number.NaN).toISOString();

describe("a time on the clocks of a zone", () => {
  it.each([
    ["2026-01-31T13:00:00", "Europe/Berlin", "2026-01-31T12:00:00.000Z"],
    ["2026-07-31T13:00", "Europe/Berlin", "2026-07-31T11:00:00.000Z"],
    ["2026-07-31T13:00:00-04:00", "Europe/Berlin", "2026-07-31T17:00:00.000Z"],
    ["2026-07-31", "Asia/Kolkata", "2026-07-30T18:30:00.000Z"],
    ["2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ])("%s in %s is %s", (text, zone, instant) => {
    expect(utc(text, zone)).toBe(instant);
  });

  it("is written with the offset of its day, and is none for words", () => {
    const clock = clockOf("America/New_York") ?? (() => 0);
    expect(toZoned(Date.parse("2026-07-01T12:00:00Z"), clock)).toBe("2026-07-01T08:00:00-04:00");
    expect(toZoned(Date.parse("2026-01-01T12:00:00Z"), clock)).toBe("2026-01-01T07:00:00-05:00");
    expect([toInstant("tomorrow", "UTC"), toInstant("2026-01-01", "Nowhere/City")]).toEqual([undefined, undefined]);
  });
});

describe("free times", () => {
  const busy = { busy: [{ start: "2026-07-01T08:00:00Z", end: "2026-07-01T09:00:00Z" }] };
  const args = {
    items: ["a@x.example", "b@x.example"],
    time_min: "2026-07-01T09:00:00",
    time_max: "2026-07-01T12:00:00",
    timezone: "Europe/Berlin",
  };

  it("are those of the zone's clocks", async () => {
    const { result, requests } = run("findFreeSlots", args, () => ({
      calendars: { "a@x.example": busy, "b@x.example": { busy: [] } },
    }));
    expect(await result).toMatchObject({
      free: [
        { start: "2026-07-01T09:00:00+02:00", end: "2026-07-01T10:00:00+02:00" },
        { start: "2026-07-01T11:00:00+02:00", end: "2026-07-01T12:00:00+02:00" },
      ],
      unreadable: [],
    });
    expect(requests[0]?.body).toMatchObject({
      timeMin: "2026-07-01T07:00:00.000Z",
      timeMax: "2026-07-01T10:00:00.000Z",
    });
    const long = run("findFreeSlots", { ...args, minimum_minutes: 61 }, () => ({
      calendars: { "a@x.example": busy, "b@x.example": {} },
    }));
    expect((await long.result).free).toEqual([]);
  });

  it.each([
    ["is not shared", { errors: [{ domain: "global", reason: "notFound" }], busy: [] }, "not shared with the account"],
    ["is not in the answer", undefined, "answered nothing"],
  ])("are none while a calendar %s, which is named", async (_, calendar, words) => {
    const calendars = { "a@x.example": busy, ...(calendar ? { "b@x.example": calendar } : {}) };
    const answer = await run("findFreeSlots", args, () => ({ calendars })).result;
    expect(answer).toMatchObject({ free: [], free_in_readable: [{}, {}], unreadable: [{ id: "b@x.example" }] });
    expect(answer.problem).toContain(words);
  });

  it("are not known where no calendar can be read, and those of a group count", async () => {
    const errors = [{ reason: "internalError" }];
    const none = await run("findFreeSlots", { ...args, items: ["a@x.example"] }, () => ({
      calendars: { "a@x.example": { errors } },
    })).result;
    expect(none).toMatchObject({ free: [], free_in_readable: [] });
    const group = () => ({
      groups: { "g@x.example": { calendars: ["c@x.example"] } },
      calendars: { "c@x.example": busy },
    });
    expect(await run("findFreeSlots", { ...args, items: ["g@x.example"] }, group).result).toMatchObject({
      free: [{}, {}],
      unreadable: [],
    });
  });

  it.each([
    [{ timezone: "CEST+2" }, "no time zone"],
    [{ time_min: "noon" }, "must be times"],
  ])("are not looked for with %o", async (more, words) => {
    const { result, requests } = run("findFreeSlots", { ...args, ...more });
    await expect(result).rejects.toThrow(words);
    expect(requests).toEqual([]);
  });
});

describe("an event", () => {
  it("of whole days has days, and one that recurs has a zone beside its offset", async () => {
    const days = run("createEvent", { start_datetime: "2026-01-31", end_datetime: "2026-02-02" });
    await days.result;
    expect(days.requests[0]?.body).toMatchObject({ start: { date: "2026-01-31" }, end: { date: "2026-02-02" } });
    const day = run("createEvent", { start_datetime: "2026-01-31", end_datetime: "2026-01-31" });
    await day.result;
    expect(day.requests[0]?.body).toMatchObject({ end: { date: "2026-02-01" } });
    const weekly = { start_datetime: "2026-01-31T09:00:00+01:00", recurrence: ["RRULE:FREQ=WEEKLY"] };
    const series = run("createEvent", weekly, () => ({ timeZone: "Europe/Berlin" }));
    await series.result;
    expect(series.requests[1]?.body).toMatchObject({
      start: { dateTime: "2026-01-31T09:00:00+01:00", timeZone: "Europe/Berlin" },
      end: { dateTime: "2026-01-31T09:30:00+01:00" },
    });
    const mixed = run("createEvent", { start_datetime: "2026-01-31", end_datetime: "2026-01-31T10:00:00" });
    await expect(mixed.result).rejects.toThrow("both");
  });

  it("that moves keeps its length, and its times when only its title changes", async () => {
    const event = { start: { dateTime: "2026-01-31T09:00:00Z" }, end: { dateTime: "2026-01-31T11:00:00Z" } };
    const moved = run("updateEvent", { event_id: "e", start_datetime: "2026-02-01T10:00:00Z" }, () => event);
    await moved.result;
    expect(moved.requests.at(-1)?.body).toMatchObject({ end: { dateTime: "2026-02-01T12:00:00Z" } });
    const named = run("updateEvent", { event_id: "e", summary: "New" });
    await named.result;
    expect(named.requests.map(({ body }) => plain(body))).toEqual([{ summary: "New" }]);
  });

  it.each([
    [{ end_datetime: "2026-01-31T12:00:00Z" }, "2026-01-31T12:00:00Z"],
    [{ event_duration_hour: 4 }, "2026-01-31T13:00:00Z"],
  ])("that is only to end at another time begins when it did: %o", async (args, end) => {
    const event = { start: { dateTime: "2026-01-31T09:00:00Z" }, end: { dateTime: "2026-01-31T11:00:00Z" } };
    const { result, requests } = run("updateEvent", { event_id: "e", ...args }, () => event);
    await result;
    expect(requests.at(-1)).toMatchObject({
      method: "PATCH",
      body: { start: { dateTime: "2026-01-31T09:00:00Z" }, end: { dateTime: end } },
    });
  });

  it("that is only to end at another time keeps the zone of its start", async () => {
    const start = { dateTime: "2026-01-31T09:00:00-05:00", timeZone: "America/New_York" };
    const event = { start, end: { dateTime: "2026-01-31T11:00:00-05:00", timeZone: "America/New_York" } };
    const { result, requests } = run(
      "updateEvent",
      { event_id: "e", end_datetime: "2026-01-31T18:00:00" },
      (request) => (request.path.includes("/events/") ? event : { timeZone: "Europe/Berlin" }),
    );
    await result;
    expect(requests.at(-1)?.body).toMatchObject({
      start,
      end: { dateTime: "2026-01-31T18:00:00", timeZone: "Europe/Berlin" },
    });
  });

  it("of whole days takes as many as its hours are, and no day that the calendar does not have", async () => {
    const { result, requests } = run("createEvent", { start_datetime: "2026-01-31", event_duration_hour: 48 });
    await result;
    expect(requests[0]?.body).toMatchObject({ start: { date: "2026-01-31" }, end: { date: "2026-02-02" } });
    for (const start_datetime of ["2026-02-30", "2026-02-30T09:00:00Z"])
      await expect(run("createEvent", { start_datetime }).result).rejects.toThrow("is not a time");
  });
});

describe("a recurring event", () => {
  const zone = "Europe/Berlin";
  const time = (dateTime: string) => ({ dateTime, timeZone: zone });
  const SERIES = {
    id: "s",
    recurrence: ["RRULE:FREQ=WEEKLY"],
    start: time("2026-01-05T09:00:00+01:00"),
    end: time("2026-01-05T09:45:00+01:00"),
  };
  const SUMMER = {
    id: "s_2",
    recurringEventId: "s",
    start: time("2026-07-06T09:00:00+02:00"),
    end: time("2026-07-06T09:45:00+02:00"),
  };
  const google = ({ method, path }: HandlerRequest): unknown =>
    path.endsWith("/instances")
      ? { items: [SUMMER] }
      : method !== "GET"
        ? { id: "x" }
        : path.endsWith("s_2")
          ? SUMMER
          : path.endsWith("/s")
            ? SERIES
            : { id: "single" };
  const last = (requests: HandlerRequest[]) => {
    const { method, path, query, body } = requests.at(-1) ?? {};
    return plain({ method, path, query, ...(body ? { body } : {}) });
  };

  it("is changed in one occurrence, found by its day or named by its ID", async () => {
    for (const event of [{ event_id: "s", occurrence_start: "2026-07-06" }, { event_id: "s_2" }]) {
      const args = { ...event, apply_to: "one", start_datetime: "2026-07-06T10:00:00", send_updates: "none" };
      const { result, requests } = run("updateRecurring", args, google);
      expect(await result).toEqual({ id: "x", changed: "one" });
      expect(last(requests)).toEqual({
        method: "PATCH",
        path: "/calendars/primary/events/s_2",
        query: { sendUpdates: "none" },
        body: { start: time("2026-07-06T10:00:00"), end: time("2026-07-06T10:45:00") },
      });
    }
  });

  it("is moved as a whole by the clocks of its zone, whatever the season of the occurrence", async () => {
    const args = { event_id: "s_2", apply_to: "all", start_datetime: "2026-07-06T10:00:00", summary: "Later" };
    const { result, requests } = run("updateRecurring", args, google);
    await result;
    expect(last(requests)).toMatchObject({
      path: "/calendars/primary/events/s",
      body: { summary: "Later", start: time("2026-01-05T10:00:00"), end: time("2026-01-05T10:45:00") },
    });
    const byOffset = run("updateRecurring", { ...args, start_datetime: "2026-07-06T08:00:00Z" }, google);
    await byOffset.result;
    expect(last(byOffset.requests)).toMatchObject({ body: { start: time("2026-01-05T10:00:00") } });
    const longer = run(
      "updateRecurring",
      { event_id: "s", apply_to: "all", end_datetime: "2026-01-05T10:00:00" },
      google,
    );
    await longer.result;
    expect(last(longer.requests)).toMatchObject({
      body: { start: time("2026-01-05T09:00:00"), end: time("2026-01-05T10:00:00") },
    });
  });

  it("moves to another day together with the rule that names its days, or not at all", async () => {
    const weekly = { ...SERIES, recurrence: ["RRULE:FREQ=WEEKLY;BYDAY=MO"] };
    const answer = (request: HandlerRequest) => (request.path.endsWith("/s") ? weekly : google(request));
    const args = { event_id: "s_2", apply_to: "all", start_datetime: "2026-07-07T09:00:00" };
    const refusal = run("updateRecurring", args, answer);
    await expect(refusal.result).rejects.toThrow("RRULE:FREQ=WEEKLY;BYDAY=MO");
    expect(refusal.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const rule = { recurrence: ["RRULE:FREQ=WEEKLY;BYDAY=TU"] };
    const moved = run("updateRecurring", { ...args, ...rule }, answer);
    await moved.result;
    expect(last(moved.requests)).toMatchObject({ body: { ...rule, start: time("2026-01-06T09:00:00") } });
  });

  it("has no occurrence on the short day before it, when clocks go forward", async () => {
    const start = time("2026-03-30T00:30:00+02:00");
    const answer = (request: HandlerRequest) =>
      request.path.endsWith("/instances") ? { items: [{ ...SUMMER, start }] } : google(request);
    const args = { event_id: "s", apply_to: "one", occurrence_start: "2026-03-29" };
    await expect(run("deleteRecurring", args, answer).result).rejects.toThrow("No occurrence");
  });

  it("is cancelled in one occurrence or as a whole", async () => {
    const single = run(
      "deleteRecurring",
      { event_id: "s", apply_to: "one", occurrence_start: "2026-07-06T09:00:00" },
      google,
    );
    expect(await single.result).toEqual({ deleted: "one", event_id: "s_2" });
    expect(single.requests[1]?.query).toMatchObject({
      timeMin: "2026-07-06T07:00:00.000Z",
      timeMax: "2026-07-06T07:01:00.000Z",
    });
    const all = run("deleteRecurring", { event_id: "s_2", apply_to: "all" }, google);
    await all.result;
    expect(last(all.requests)).toMatchObject({ method: "DELETE", path: "/calendars/primary/events/s" });
  });

  it.each([
    [{ event_id: "e", apply_to: "all" }, "does not recur"],
    [{ event_id: "s", apply_to: "one" }, "Give occurrence_start"],
    [
      { event_id: "s", apply_to: "one", occurrence_start: "2026-07-07" },
      "No occurrence of this event begins at 2026-07-07",
    ],
    [{ event_id: "s_2", apply_to: "one", end_datetime: "2026-07-06T08:00:00" }, "end before it begins"],
    [{ event_id: "s_2", apply_to: "one", start_datetime: "later" }, "must be times"],
    [{ event_id: "s_2", apply_to: "one", start_datetime: "2026-07-07" }, "Give times"],
    [{ event_id: "s_2", apply_to: "one", recurrence: [] }, "set apply_to to all"],
  ])("is not changed for %o", async (args, words) => {
    const { result, requests } = run("updateRecurring", args, google);
    await expect(result).rejects.toThrow(words);
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
