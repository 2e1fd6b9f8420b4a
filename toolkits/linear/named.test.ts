/** Linear's issues by names, against recorded answers of its GraphQL on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

let linear: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: linear.baseUrl }));

beforeAll(async () => {
  linear = await startRecordedProvider();
});
afterAll(() => linear.close());

type GraphRequest = { query: string; variables: { filter?: Record<string, unknown>; input?: Record<string, unknown> } };
const requests = (): GraphRequest[] => linear.requests.map(({ json }) => json as unknown as GraphRequest);

const ROWS: Record<string, object[]> = {
  teams: [{ id: "t1", name: "Engines", key: "ENG" }],
  workflowStates: [{ id: "s1", name: "In Review" }],
  users: [{ id: "u1", name: "Ada", email: "ada@example.com" }],
  projects: [{ id: "p1", name: "Mill" }],
  cycles: [{ id: "c1", name: "Cycle 7" }],
  projectStatuses: [
    { id: "ps1", name: "Backlog" },
    { id: "ps2", name: "In Progress" },
  ],
  projectLabels: [{ id: "pl1", name: "Roadmap" }],
  issueLabels: [
    { id: "l1", name: "Bug", team: null },
    { id: "l2", name: "Bug", team: { id: "t1" } },
    { id: "l3", name: "Other", team: { id: "t9" } },
  ],
};

/** Answers look-ups with these rows, and mutations with success. */
const answerWith = (more: Record<string, object[]> = {}) =>
  linear.answerWith(({ json }) => {
    const { query } = json as unknown as GraphRequest;
    const field = /\{ (\w+)/.exec(query)?.[1] ?? "";
    if (query.startsWith("mutation")) return { body: { data: { [field]: { success: true, issue: { id: "i1" } } } } };
    if (field === "issue") return { body: { data: { issue: { team: { id: "t1" } } } } };
    return { body: { data: { [field]: { nodes: { ...ROWS, ...more }[field] ?? [] } } } };
  });

it("creates an issue with everything by name, looked up before anything is made", async () => {
  answerWith();
  await run("createIssue", {
    title: "Leak",
    team: "eng",
    state: "in review",
    assignee: "Ada",
    project: "Mill",
    cycle: "current",
    labels: ["bug"],
  });
  expect(requests().at(-1)?.variables.input).toEqual({
    title: "Leak",
    teamId: "t1",
    stateId: "s1",
    assigneeId: "u1",
    projectId: "p1",
    cycleId: "c1",
    labelIds: ["l2"],
  });
  expect(requests()[0]?.variables.filter).toEqual({ key: { eqIgnoreCase: "eng" } });
  expect(requests().filter(({ query }) => query.startsWith("mutation"))).toHaveLength(1);
});

it("moves an issue to a state of its own team, and changes single labels", async () => {
  answerWith();
  await run("updateIssue", { issue_id: "ENG-1", state: "In Review", add_labels: ["Bug"] });
  expect(requests()[1]?.variables.filter).toEqual({ team: { id: { eq: "t1" } }, name: { eqIgnoreCase: "In Review" } });
  expect(requests().at(-1)?.variables.input).toEqual({ stateId: "s1", addedLabelIds: ["l2"] });
});

it("empties what is null, and leaves the rest", async () => {
  answerWith();
  await run("updateIssue", { issue_id: "ENG-1", assignee_id: null, due_date: null });
  expect(requests().at(-1)?.variables.input).toEqual({ assigneeId: null, dueDate: null });
});

it("changes nothing when a name fits nothing or several, and says what there is", async () => {
  answerWith({ workflowStates: [] });
  await expect(run("updateIssue", { issue_id: "ENG-1", state: "Nowhere" })).rejects.toThrow(/no state "Nowhere"/);
  answerWith({
    users: [
      { id: "u1", name: "Ada", email: "a@x.dev" },
      { id: "u2", name: "Ada", email: "b@x.dev" },
    ],
  });
  await expect(run("updateIssue", { issue_id: "ENG-1", assignee: "Ada" })).rejects.toThrow(/a@x\.dev.*b@x\.dev/);
  answerWith();
  await expect(run("updateIssue", { issue_id: "ENG-1", labels: ["Other"] })).rejects.toThrow(/no label "Other"/);
  await expect(run("createIssue", { title: "Leak" })).rejects.toThrow(/has no team/);
  await expect(run("updateIssue", { issue_id: "ENG-1" })).rejects.toThrow(/nothing to change/);
  expect(requests().some(({ query }) => query.startsWith("mutation"))).toBe(false);
});

it("lists the comments of an issue by its short name", async () => {
  answerWith({ comments: [{ id: "c" }] });
  expect(await run("listComments", { issue_id: "ENG-12" })).toMatchObject({ comments: [{ id: "c" }] });
  expect(requests()[0]?.variables.filter).toEqual({
    issue: { team: { key: { eqIgnoreCase: "ENG" } }, number: { eq: 12 } },
  });
});

it("searches by words with a place to go on", async () => {
  linear.answerWith(() => ({
    body: { data: { searchIssues: { totalCount: 3, nodes: [{ id: "i" }], pageInfo: { endCursor: "e" } } } },
  }));
  expect(await run("searchIssues", { query: "leak", first: 1 })).toEqual({
    issues: [{ id: "i" }],
    total: 3,
    page_info: { endCursor: "e" },
  });
});

it("changes a project's status and labels by name, and lists the statuses for a name that is none", async () => {
  answerWith();
  await run("updateProject", { project_id: "p1", status_id: "in progress", label_ids: ["Roadmap"] });
  expect(requests().at(-1)?.variables.input).toEqual({ statusId: "ps2", labelIds: ["pl1"] });
  await expect(run("updateProject", { project_id: "p1", status_id: "Doing" })).rejects.toThrow("Backlog (ps1)");
});

it("lists issues of a state and a label, and empties a description", async () => {
  answerWith();
  await run("listIssues", { state: "in review", state_type: "started", label: "Bug" });
  expect(requests().at(-1)?.variables.filter).toEqual({
    state: { name: { eqIgnoreCase: "in review" }, type: { eq: "started" } },
    labels: { some: { name: { eqIgnoreCase: "Bug" } } },
  });
  await run("updateIssue", { issue_id: "ENG-1", description: null, project_milestone_id: "m1" });
  expect(requests().at(-1)?.variables.input).toEqual({ description: null, projectMilestoneId: "m1" });
});
