/** Texts about triggers on the pages. */
import { expect, it } from "vitest";
import {
  toConfigLines,
  configLine,
  disabledReason,
  findTypes,
  foldTwins,
  toTypeChoices,
  triggerHealth,
  type ShortType,
} from "./trigger-words";

type Health = Parameters<typeof triggerHealth>[0];
const time = "2026-01-01T00:00:00.000Z";
const trigger = (state: Partial<Health["state"]>, disabled: string | null = null): Health => ({
  disabled_at: disabled,
  state: { overdue: false, last_error: null, last_event_at: null, last_synced_at: null, ...state } as Health["state"],
});

it.each([
  ["disabled", trigger({ last_error: "x" }, time)],
  ["overdue", trigger({ overdue: true, last_error: "x" })],
  ["failing", trigger({ last_error: "x", last_event_at: time })],
  ["healthy", trigger({ last_synced_at: time })],
  ["waiting", trigger({})],
] as const)("is %s", (health, triggerInput) => expect(triggerHealth(triggerInput)).toBe(health));

const type = (slug: string, toolkit: string, kind: "webhook" | "poll", triggers = 0): ShortType => ({
  slug,
  name: "New issue",
  description: "An issue is opened.",
  type: kind,
  types: [kind],
  toolkit: { slug: toolkit, name: toolkit },
  requires_webhook_endpoint_setup: false,
  takes_webhook_endpoint: false,
  triggers,
});

it("shows types that differ only in their slugs as one, found by each slug", () => {
  const types = foldTwins([
    type("GITHUB_GITHUB_ISSUE", "github", "webhook", 2),
    type("LINEAR_ISSUE", "linear", "webhook"),
    type("GITHUB_ISSUE", "github", "webhook", 1),
    type("GITHUB_ISSUE_POLL", "github", "poll"),
  ]);
  expect(types.map(({ slug, otherSlugs, triggers }) => [slug, otherSlugs, triggers])).toEqual([
    ["GITHUB_ISSUE", ["GITHUB_GITHUB_ISSUE"], 3],
    ["LINEAR_ISSUE", [], 0],
    ["GITHUB_ISSUE_POLL", [], 0],
  ]);
  const matches = findTypes(types, { words: "github_github_issue", toolkit: "", kind: "" });
  expect(matches.map(({ slug }) => slug)).toEqual(["GITHUB_ISSUE"]);
});

it("choices of the same name have their slugs", () => {
  const types = [
    type("GITHUB_ISSUE", "github", "webhook"),
    type("GITHUB_GITHUB_ISSUE", "github", "webhook"),
    { ...type("GITHUB_PUSH", "github", "webhook"), name: "Push" },
  ];
  expect(toTypeChoices(types, false)).toEqual([
    ["GITHUB_ISSUE", "New issue (GITHUB_ISSUE)"],
    ["GITHUB_GITHUB_ISSUE", "New issue (GITHUB_GITHUB_ISSUE)"],
    ["GITHUB_PUSH", "Push"],
  ]);
});

it("finds types by all words, toolkit and kind", () => {
  const types = foldTwins([
    type("GITHUB_ISSUE", "github", "webhook"),
    type("LINEAR_ISSUE", "linear", "webhook"),
    type("A", "b", "poll"),
  ]);
  const slugs = (words: string, toolkit = "", kind = "") =>
    findTypes(types, { words, toolkit, kind }).map(({ slug }) => slug);
  expect(slugs("issue linear")).toEqual(["LINEAR_ISSUE"]);
  expect(slugs("", "github")).toEqual(["GITHUB_ISSUE"]);
  expect(slugs("", "", "poll")).toEqual(["A"]);
});

it("says why it is disabled, and a config in a line", () => {
  expect(disabledReason(null)).toBe("Disabled manually.");
  expect(disabledReason("something new")).toBe("something new");
  expect(configLine({ repo: "a", interval: 5 })).toBe("repo: a, interval: 5");
});

it("the server's sentences about a config go to the fields of the form", () => {
  expect(
    toConfigLines([
      "trigger_config.owner: is required; expected string.",
      "trigger_config.labels[0]: expected string.",
      "trigger_config: is too long.",
      "no place",
    ]),
  ).toEqual([
    "owner: is required; expected string.",
    "labels[0]: expected string.",
    "trigger_config: is too long.",
    "no place",
  ]);
});
