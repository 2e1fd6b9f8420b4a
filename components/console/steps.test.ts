/** Tests the next steps that the console offers after the previous answers. */
import { describe, expect, it } from "vitest";
import { knownSchema, linksOf, logsOf, nextSteps, plansOf, waitingIds, type Step } from "./steps";

const SLUG = "GITHUB_CREATE_AN_ISSUE";
const NAME = "Create an issue";
const schema = { type: "object", properties: { title: { type: "string" } } };
let count = 0;
const step = (tool: string, data: Record<string, unknown>, successful = true): Step => ({
  id: String(++count),
  tool,
  sent: {},
  state: "done",
  answer: { successful, data, error: null, log_id: "log_1" },
});
const search = (connected: boolean, tool: object = { toolkit: "github", tool_slug: SLUG, input_schema: schema }) =>
  step("COMPOSIO_SEARCH_TOOLS", {
    results: [
      {
        primary_tool_slugs: [SLUG],
        related_tool_slugs: [],
        recommended_plan_steps: ["Open it"],
        known_pitfalls: ["The title is needed"],
      },
    ],
    toolkit_connection_statuses: [
      { toolkit: "github", has_active_connection: connected },
      { toolkit: "slack", has_active_connection: false },
    ],
    tool_schemas: { [SLUG]: tool },
  });
const labels = (...steps: Step[]) => nextSteps("open an issue", steps).map(({ label }) => label);
const link = (status: string) =>
  step("COMPOSIO_MANAGE_CONNECTIONS", {
    results: { github: { toolkit: "github", status, redirect_url: "https://patchbay.example.com/connect/x" } },
  });

describe("the next steps", () => {
  it("begin with a search for the task", () => {
    expect(nextSteps("open an issue", [])).toEqual([
      {
        label: "Search tools",
        tool: "COMPOSIO_SEARCH_TOOLS",
        arguments: { queries: [{ use_case: "open an issue" }] },
      },
    ]);
    expect(labels(step("COMPOSIO_SEARCH_TOOLS", {}, false))).toEqual(["Search tools"]);
  });

  it("connect what the found tools need and is missing, then wait, then run them", () => {
    expect(labels(search(false))).toEqual(["Connect github", NAME, "Search again"]);
    expect(labels(search(false), link("initiated"))[0]).toBe("Wait for github");
    const connected = step("COMPOSIO_WAIT_FOR_CONNECTIONS", { results: { github: { status: "ACTIVE" } } });
    expect(labels(search(false), link("initiated"), connected)[0]).toBe(NAME);
    expect(labels(search(true))[0]).toBe(NAME);
    expect(nextSteps("open an issue", [search(false)], () => "GitHub")[0]?.label).toBe("Connect GitHub");
  });

  it("run what can run before another app is connected, and connect only what ranks first or the plan requires", () => {
    const other = "LINEAR_CREATE_ISSUE";
    const searchOf = (primary: string[], plan: string[] = []) =>
      step("COMPOSIO_SEARCH_TOOLS", {
        results: [{ primary_tool_slugs: primary, related_tool_slugs: [], recommended_plan_steps: plan }],
        toolkit_connection_statuses: [
          { toolkit: "linear", has_active_connection: false },
          { toolkit: "github", has_active_connection: true },
        ],
        tool_schemas: {
          [SLUG]: { toolkit: "github", input_schema: schema },
          [other]: { toolkit: "linear", input_schema: schema },
        },
      });
    expect(labels(searchOf([SLUG, other]))).toEqual([NAME, "Create issue", "Search again"]);
    expect(labels(searchOf([other, SLUG]))).toEqual([NAME, "Connect linear", "Create issue", "Search again"]);
    const both = searchOf([SLUG, other], [`[Required] [Step]: ${SLUG}: One`, `[Required] [Step]: ${other}: Two`]);
    expect(labels(both)).toEqual([NAME, "Connect linear", "Create issue", "Search again"]);
    expect(labels(both, step(SLUG, {}))[0]).toBe("Connect linear");
    const waits = step("COMPOSIO_MANAGE_CONNECTIONS", { results: { linear: { status: "initiated" } } });
    expect(labels(both, waits)[0]).toBe("Wait for linear");
  });

  it("get the schemas that a search left out, before the tool is offered", () => {
    const searchStep = search(true, { toolkit: "github", tool_slug: SLUG, schemaRef: { tool: "X", args: {} } });
    expect(labels(searchStep)).toEqual(["Get schemas", "Search again"]);
    const schemaStep = step("COMPOSIO_GET_TOOL_SCHEMAS", {
      tool_schemas: { [SLUG]: { toolkit: "github", input_schema: schema } },
    });
    expect(labels(searchStep, schemaStep)[0]).toBe(NAME);
    expect(knownSchema([searchStep, schemaStep], SLUG)).toEqual(schema);
    expect(knownSchema([searchStep], SLUG)).toBeNull();
  });

  it("take no harm from answers of another form", () => {
    expect(labels(step("COMPOSIO_SEARCH_TOOLS", { results: "?", tool_schemas: [1], x: null }))).toEqual([
      "Search again",
    ]);
    expect(labels(step("COMPOSIO_MANAGE_CONNECTIONS", { results: null }))).toEqual(["Search tools"]);
  });
});

it("finds links that wait, plans, and the logs of executions", () => {
  const answerOf = ({ answer }: Step) => answer ?? expect.fail("no answer");
  expect(linksOf("COMPOSIO_MANAGE_CONNECTIONS", answerOf(link("initiated")))).toEqual([
    { toolkit: "github", url: "https://patchbay.example.com/connect/x" },
  ]);
  expect(linksOf("COMPOSIO_MANAGE_CONNECTIONS", answerOf(link("active")))).toEqual([]);
  expect(linksOf("GITHUB_LIST", answerOf(link("initiated")))).toEqual([]);
  expect(plansOf(answerOf(search(true)))).toEqual([
    { steps: ["Open it"], pitfalls: ["The title is needed"], tools: [SLUG] },
  ]);
  const unfit = step("COMPOSIO_SEARCH_TOOLS", {
    results: [{ primary_tool_slugs: [SLUG], error: "No matching tools." }],
  });
  expect(plansOf(answerOf(unfit))).toMatchObject([{ tools: [SLUG], problem: "No matching tools." }]);
  const many = step("COMPOSIO_MULTI_EXECUTE_TOOL", {
    results: [{ response: { log_id: "log_2" } }, { response: null }, { response: { log_id: "log_3" } }],
  });
  expect(logsOf(many.tool, answerOf(many))).toEqual(["log_2", "log_3"]);
  expect(logsOf(SLUG, answerOf(step(SLUG, { number: 1 })))).toEqual(["log_1"]);
  expect(logsOf("COMPOSIO_SEARCH_TOOLS", answerOf(search(true)))).toEqual([]);
});

it("knows the calls that wait, by their ids or by the address of the only one", () => {
  const waiting = (url: string | null, waitsFor?: string[]): Step => ({
    ...step(SLUG, {}),
    state: "waiting",
    approval: { url, ...(waitsFor && { waitsFor }) },
  });
  expect(waitingIds(waiting("https://x.example.com/approvals/apr_3fK9x0aBcD12?project=proj_1"))).toEqual([
    "apr_3fK9x0aBcD12",
  ]);
  expect(waitingIds(waiting("https://x.example.com/approvals", ["apr_1", "apr_2"]))).toEqual(["apr_1", "apr_2"]);
  expect([waitingIds(waiting("https://x.example.com/approvals")), waitingIds(waiting(null))]).toEqual([[], []]);
});

it("a search of the log offers its tools with the catalog's schemas, though the log cuts long answers", () => {
  const data = {
    results: [{ primary_tool_slugs: [SLUG], related_tool_slugs: [] }],
    toolkit_connection_statuses: [{ toolkit: "github", has_active_connection: true }],
    "[cut]": "4 more fields",
  };
  const logged = { ...step("COMPOSIO_SEARCH_TOOLS", data), isFromLog: true };
  expect(labels(logged)).toEqual([NAME, "Search again"]);
  expect(knownSchema([logged], SLUG)).toBeNull();
});
