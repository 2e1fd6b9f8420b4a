/** Jira's reading of an issue and its transitions against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedAnswer, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";
import { toRichText } from "./rich-text";

let jira: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: jira.baseUrl, values: { base_url: "https://acme.atlassian.net/" } }));

beforeAll(async () => {
  jira = await startRecordedProvider();
});
afterAll(() => jira.close());

const ISSUE = {
  id: "10002",
  key: "ENG-2",
  fields: {
    summary: "Engine stops",
    status: { name: "To Do" },
    issuetype: { name: "Bug" },
    priority: { name: "High" },
    assignee: { accountId: "a1", displayName: "Ada" },
    reporter: null,
    labels: ["steam"],
    components: [{ name: "Mill" }],
    description: toRichText("It **stops**."),
    parent: { key: "ENG-1", fields: { summary: "Engine", status: { name: "In Progress" } } },
    subtasks: [],
    issuelinks: [
      {
        type: { inward: "is blocked by", outward: "blocks" },
        inwardIssue: { key: "ENG-9", fields: { summary: "Coal" } },
      },
    ],
    attachment: [{ id: "7", filename: "log.txt", mimeType: "text/plain", size: 12, author: {} }],
  },
};
const TRANSITIONS = {
  transitions: [
    { id: "11", name: "Start", to: { name: "In Progress" } },
    {
      id: "31",
      name: "Close",
      to: { name: "Done" },
      fields: {
        resolution: { required: true, name: "Resolution", allowedValues: [{ name: "Fixed" }, { name: "Won't do" }] },
        assignee: { required: true, hasDefaultValue: true, name: "Assignee" },
      },
    },
  ],
};
const NO_COMMENT = { errors: { comment: "Field 'comment' cannot be set. It is not on the appropriate screen." } };

const answers: Record<string, RecordedAnswer> = {
  "GET /rest/api/3/issue/ENG-2": { body: ISSUE },
  "GET /rest/api/3/issue/ENG-2/comment": {
    body: {
      comments: [
        { id: "2", author: { displayName: "Bob" }, body: toRichText("Newer") },
        { id: "1", body: toRichText("Older") },
      ],
    },
  },
  "GET /rest/api/3/issue/ENG-2/transitions": { body: TRANSITIONS },
  "POST /rest/api/3/issue/ENG-2/transitions": { status: 204 },
};
const answerWith = (more: Record<string, RecordedAnswer> = {}) =>
  jira.answerWith(
    ({ method, path }) =>
      ({ ...answers, ...more })[`${method} ${path}`] ?? { status: 404, body: { errorMessages: ["Not there"] } },
  );

it("reads an issue as words, with its comments in order and the ways on", async () => {
  answerWith();
  expect(await run("readIssue", { issue_id_or_key: "ENG-2", max_comments: 2 })).toMatchObject({
    key: "ENG-2",
    url: "https://acme.atlassian.net/browse/ENG-2",
    status: "To Do",
    assignee: "Ada",
    reporter: null,
    components: ["Mill"],
    description: "It **stops**.",
    parent: { key: "ENG-1", status: "In Progress" },
    links: [{ relation: "is blocked by", key: "ENG-9" }],
    attachments: [{ id: "7", filename: "log.txt" }],
    comments: [{ text: "Older" }, { text: "Newer", author: "Bob" }],
    transitions: [
      { name: "Start", to_status: "In Progress" },
      { name: "Close", to_status: "Done" },
    ],
    problems: [],
  });
  expect(jira.requests[1]?.query.get("maxResults")).toBe("2");
});

it("tells which part of an issue it could not read", async () => {
  answerWith({
    "GET /rest/api/3/issue/ENG-2/comment": { status: 403, body: { errorMessages: ["No comments for you"] } },
  });
  const { comments, transitions, problems } = await run("readIssue", { issue_id_or_key: "ENG-2" });
  expect(comments).toEqual([]);
  expect(transitions).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining("No comments for you")]);
});

it("names what a transition asks for, before it sends it", async () => {
  answerWith();
  const call = { issue_id_or_key: "ENG-2", transition: "done" };
  await expect(run("transitionIssue", call)).rejects.toThrow(/Resolution \(resolution\): one of Fixed, Won't do/);
  expect(jira.requests.every(({ method }) => method === "GET")).toBe(true);
  expect(await run("transitionIssue", { ...call, resolution: "Fixed" })).toMatchObject({
    status: "Done",
    changed: true,
  });
  expect(jira.requests.at(-1)?.json).toEqual({ transition: { id: "31" }, fields: { resolution: { name: "Fixed" } } });
});

it("leaves an issue as it is that has the status already", async () => {
  answerWith();
  expect(await run("transitionIssue", { issue_id_or_key: "ENG-2", transition: "to do" })).toEqual({
    issue: "ENG-2",
    transition: "",
    from_status: "To Do",
    status: "To Do",
    changed: false,
  });
});

it("tells that a comment was not added where the issue stays as it is, also where a transition leads back", async () => {
  const again = { transitions: [{ id: "41", name: "To Do", to: { name: "To Do" } }] };
  answerWith({ "GET /rest/api/3/issue/ENG-2/transitions": { body: again } });
  const answer = await run("transitionIssue", { issue_id_or_key: "ENG-2", transition: "To Do", comment: "Waiting" });
  expect(answer).toMatchObject({ changed: false, problems: [expect.stringContaining("not even the comment")] });
  expect(jira.requests.every(({ method }) => method === "GET")).toBe(true);
});

it("adds a comment after a transition whose screen takes none, and tells if that fails too", async () => {
  jira.answerWith(({ method, path, json }) => {
    if (method === "POST" && path.endsWith("/comment")) return { status: 403, body: { errorMessages: ["Read only"] } };
    if (method === "POST" && "update" in json) return { status: 400, body: NO_COMMENT };
    return answers[`${method} ${path}`] ?? { status: 404 };
  });
  const answer = await run("transitionIssue", { issue_id_or_key: "ENG-2", transition: "Start", comment: "Going" });
  expect(answer).toMatchObject({ changed: true, problems: [expect.stringContaining("Read only")] });
});
