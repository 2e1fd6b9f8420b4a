/** The palette's entries that need no server. */
import { expect, it } from "vitest";
import { NAVIGATION } from "@/components/parts/shell/navigation";
import { ACTIONS } from "./actions";
import { findActions, findGuides, findPages, findThemes, fits, toGuides } from "./commands";

const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);
const anybody = () => true;

it("takes words in any order, and each of them must fit", () => {
  expect([fits("key create", "Create API key"), fits("key delete", "Create API key"), fits("", "x")]).toEqual([
    true,
    false,
    true,
  ]);
});

it("finds what can be made by its label and by what it is for, as far as the person may", () => {
  expect(labels(findActions("create key", anybody))).toEqual(["Create API key"]);
  expect(labels(findActions("webhook", anybody))).toEqual(["Create webhook endpoint"]);
  expect(labels(findActions("create", (permission) => permission === "triggers:write"))).toEqual(["Create trigger"]);
});

it("finds guides by what they are for and by their names, but lists none before something is typed", () => {
  expect(findGuides("webhooks").map(({ href }) => href)).toContain("/docs/triggers-and-webhooks/webhooks");
  expect(findGuides("popup")[0]).toMatchObject({ href: "/docs/connect-users/connect-popup" });
  expect(findGuides("")).toEqual([]);
  expect(findGuides("guide")).toHaveLength(5);
});

it("shows what the search of the documentation found in its order, and guides by their names until it answers", () => {
  const part = { address: "/docs/triggers-and-webhooks/webhooks#verify-the-signature", title: "Events and webhooks" };
  expect(toGuides([{ ...part, heading: "Verify the signature" }], "webhooks")).toMatchObject([
    { href: part.address, label: "Verify the signature", detail: "Events and webhooks" },
  ]);
  expect(toGuides([{ ...part, heading: "" }], "webhooks")).toMatchObject([{ label: "Events and webhooks" }]);
  expect(toGuides([], "webhooks")).toEqual(findGuides("webhooks"));
});

it("lists all pages and themes while nothing is typed", () => {
  expect(labels(findPages(""))).toEqual(expect.arrayContaining(["Home", "Tool logs", "Documentation"]));
  expect(labels(findThemes("dark"))).toEqual(["Dark theme"]);
});

it("shows the shortcut of each section at its first page, and of each action; no two are the same", () => {
  const keys = [...findPages(""), ...findActions("", anybody)].flatMap((command) => command.keys ?? []);
  expect(findPages("tool logs")[0]?.keys).toBe("G L");
  expect(findPages("usage")[0]?.keys).toBeUndefined();
  expect(findActions("api key", anybody)[0]?.keys).toBe("N K");
  expect(new Set(keys).size).toBe(NAVIGATION.length + ACTIONS.length);
});
