/** Long texts keep what decides a call. */
import { expect, it } from "vitest";
import { shortenText } from "./shorten-text";

it("keeps the first sentence and the conditions, whole and in their order", () => {
  const text =
    "Version of the conference data. Some calendars have their own. It is counted by the server, as all others are. " +
    "Must be 1 to add a call.";
  expect(shortenText(text, 90)).toBe(
    "Version of the conference data. Some calendars have their own. Must be 1 to add a call.",
  );
  expect(shortenText(text, 70)).toBe("Version of the conference data. Must be 1 to add a call.");
});

it("keeps values without their explanations", () =>
  expect(
    shortenText(
      'The person\'s answer. Possible values are:\n- "needsAction" - The person has not answered yet.\n' +
        '- "declined" - The person does not come.\n- "accepted" - The person comes.',
      80,
    ),
  ).toBe("The person's answer. Possible values are: needsAction, declined, accepted."));

it("does not take the heading of a note for a value", () =>
  expect(
    shortenText(
      'Its role. Values are:\n- "reader" - Sees it.\n- "owner" - Changes it.\nImportant: An owner is no author.',
      90,
    ),
  ).toBe("Its role. Values are: reader, owner.\nImportant: An owner is no author."));

it("has no introduction of a list that has no room", () =>
  expect(
    shortenText("The ID of it, which is counted.\nForms:\n- for video, an address\n- for a phone, a number", 50),
  ).toBe("The ID of it, which is counted."));

it("ends within a sentence only if too little would be left", () => {
  expect(shortenText("one two three four five", 15)).toBe("one two three…");
  expect(shortenText("A name. It is shown wherever people see it in lists, such as one of pages", 40)).toBe(
    "A name. It is shown wherever people…",
  );
  expect(shortenText("Sizes, e.g. large, are kept here. And so on and so on.", 40)).toBe(
    "Sizes, e.g. large, are kept here.",
  );
});

it("is never longer than it may be, and read in linear time", () => {
  for (const part of ["a. ", "a\n", "- a: b\n", ". ", "x", "must. ", "\n- a - b"])
    expect(shortenText(part.repeat(20_000), 1000).length).toBeLessThanOrEqual(1000);
});
