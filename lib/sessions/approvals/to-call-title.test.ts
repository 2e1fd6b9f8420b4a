/** Waiting calls in words. */
import { expect, it } from "vitest";
import { toCallPreview, toCallReason, toCallTitle } from "./to-call-title";

const ISSUE = { slug: "GITHUB_CREATE_AN_ISSUE", toolkitSlug: "github" };

it.each([
  [{ owner: "octocat", repo: "hello-world" }, "Create an issue in octocat/hello-world"],
  [
    { owner: "octocat", repo: "hello-world", title: "A bug\nhere" },
    "Create an issue in octocat/hello-world: “A bug here”",
  ],
  [{ channel: "#general" }, "Create an issue in #general"],
  [{ to: ["ada@example.com"], subject: "Hi" }, "Create an issue to ada@example.com: “Hi”"],
  [{ body: "text" }, "Create an issue"],
  [{ title: "\u202egnp.exe" }, "Create an issue: “gnp.exe”"],
  [{ repo: { deep: true }, title: 7 }, "Create an issue: “7”"],
])("%j is %s", (values, title) => {
  expect(toCallTitle(ISSUE, values)).toBe(title);
});

it("prefers the tool's name, and cuts long values", () => {
  expect(toCallTitle({ ...ISSUE, name: "Open issue" }, {})).toBe("Open issue");
  expect(toCallTitle(ISSUE, { title: "x".repeat(5000) }).length).toBeLessThan(120);
});

it("previews the first values as text, in bounds", () => {
  const values = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`name${n}`, n ? { n } : "a".repeat(9000)]));
  const preview = toCallPreview(values);
  expect(preview).toHaveLength(6);
  expect(preview[1]).toEqual({ name: "name1", text: '{"n":1}' });
  expect(preview[0]?.text.length).toBeLessThan(200);
  expect(toCallPreview({ labels: ["bug", "help wanted"], none: [], mixed: ["a", 1] })).toEqual([
    { name: "labels", text: "bug, help wanted" },
    { name: "none", text: "" },
    { name: "mixed", text: '["a",1]' },
  ]);
});

it.each([
  ["experimental.permissions.default says ask_every_call", "This session asks before every call."],
  ["experimental.permissions.overrides.github says ask_once", "For github, this session asks once in each session."],
  ["the project's default says ask_once_per_session", "This project asks once for each tool."],
  [
    "the project's rule for SLACK_SEND says ask_always",
    "A rule of this project for SLACK_SEND asks before every call.",
  ],
  [
    "require_approval.tags holds destructiveHint",
    "This session asks before tools that can delete or overwrite things run.",
  ],
  ["require_approval.toolkits holds gmail", "This session asks before each call to gmail."],
  ["something new", "something new"],
])("%s: %s", (rule, words) => {
  expect(toCallReason(rule)).toBe(words);
});
