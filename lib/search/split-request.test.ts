import { expect, it, vi } from "vitest";
import { MOST_STEPS, splitRequest } from "./split-request";

it.each([
  ["send an email to Ann", 1],
  ["find the invoice of March and mail it to Ann", 2],
  ["Look up the customer by e-mail, then refund the last charge and post the result in #billing", 3],
  ["list my open issues in GitHub and Linear", 1],
  ["create a page with files and comments", 1],
  ["copy names and emails from the sheet into HubSpot", 1],
  ["Create a Notion page. Share the link in Slack.", 2],
  ["1. search for the deal\n2. update its stage\n3. notify the owner", 3],
  ["who is free tomorrow and at what time", 1],
  ["put a meeting on my calendar tomorrow at 3 and invite Bob", 2],
  ["refund the customer because the parcel was lost and sent back", 1],
  ["get the weather in Paris", 1],
  ["get the weather in Berlin and then shorten a link with bitly", 2],
  ["please cancel the meeting and also tell everybody why", 2],
])("%s: %i", (text, steps) => {
  expect(splitRequest(text)).toHaveLength(steps);
});

it("keeps the words of each step", () => {
  expect(splitRequest("Find the invoice, and then mail it to Ann.")).toEqual(["Find the invoice", "mail it to Ann"]);
});

it.each([
  "get the weather and then shorten it",
  "get the weather, and then shorten it",
  "get the weather then shorten it",
])("leaves no joint at the end of a step: %s", (text) => {
  expect(splitRequest(text)).toEqual(["get the weather", "shorten it"]);
});

it(`gives at most ${MOST_STEPS} steps, and loses no words`, () => {
  const text = Array.from({ length: 12 }, (_, index) => `create the page number${index}`).join(" and ");
  const steps = splitRequest(text);
  expect(steps).toHaveLength(MOST_STEPS);
  expect(steps.join(" ")).toContain("number11");
});

it.each(["", "and and and", ".".repeat(100_000), "and ".repeat(50_000), "create ".repeat(50_000), ", ".repeat(50_000)])(
  "reads odd texts at once (%#)",
  (text) => {
    expect(splitRequest(text).length).toBeLessThanOrEqual(MOST_STEPS);
  },
);

it.each([
  "a, ",
  "\ufdfa, ",
  "\ufdfa and ",
  "and and and ",
  "a then ",
  "tell it, ",
  "because, create a ",
  `,${" ".repeat(40)}`,
])("reads a text of nothing but %j about once, however many joints it has", (piece) => {
  const normalized = vi.spyOn(String.prototype, "normalize");
  splitRequest(piece.repeat(2000 / piece.length));
  const read = normalized.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
  normalized.mockRestore();
  expect(read).toBeLessThan(200_000);
});
