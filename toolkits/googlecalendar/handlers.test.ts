/** Google Calendar's composite tools against a stand-in that remembers what it was asked. */
import { expect, it } from "vitest";
import { recorderOf } from "@/test/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);

it("finds a guest whose domain is written in letters of any language or in ASCII", async () => {
  const { result, requests } = run("removeAttendee", { event_id: "e", attendee_email: "info@Müller.example" }, () => ({
    attendees: [{ email: "info@xn--mller-kva.example" }, { email: "ada@example.com" }],
  }));
  await result;
  expect(requests[1]?.body).toEqual({ attendees: [{ email: "ada@example.com" }] });
});
