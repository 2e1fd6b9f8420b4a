/** COMPOSIO_SEARCH_TOOLS: the documented request and response, other forms of the request, and bad requests. */
import { beforeAll, expect, it } from "vitest";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { loadSearched } from "@/test/builders/searched-catalog";
import { SearchAnswer } from "../contract";
import { runMetaTool } from "../run-meta-tool";

let projectId = "";

beforeAll(async () => {
  ({ projectId } = await createTestOwner());
  await loadSearched();
});

const run = (args: Record<string, unknown>) =>
  runMetaTool("COMPOSIO_SEARCH_TOOLS", args, {
    caller: { projectId, settings: { storePayloads: true } },
    session: plainSession(projectId, "ada"),
    facts: { source: {}, requestId: "req_test" },
  });

/** Keys of the documented answer, by place. */
const DOCUMENTED = {
  "": "results tool_schemas toolkit_connection_statuses time_info session",
  "results.0":
    "index use_case primary_tool_slugs related_tool_slugs toolkits recommended_plan_steps known_pitfalls reference_workbench_snippets",
  "tool_schemas.PARCELS_CANCEL_PARCEL": "toolkit tool_slug description input_schema",
  "toolkit_connection_statuses.0": "toolkit has_active_connection status_message",
  time_info: "current_time_utc current_time_utc_epoch_seconds",
  session: "id instructions",
};
const valueAt = (value: unknown, path: string): unknown =>
  path === "" ? value : path.split(".").reduce((node, name) => (node as Record<string, unknown>)[name], value);

it("answers the documented request with the documented fields", async () => {
  const { data, error, successful, log_id } = await run({
    queries: [
      { use_case: "cancel a parcel", known_fields: "recipient_name: John" },
      { use_case: "count the gulls", known_fields: "day: tomorrow" },
    ],
    session: { generate_id: true },
    model: "claude-4.5-sonnet",
  });
  expect([error, successful, log_id]).toEqual([null, true, expect.stringMatching(/^log_/)]);
  for (const [path, keys] of Object.entries(DOCUMENTED))
    expect(Object.keys(valueAt(data, path) as object)).toEqual(expect.arrayContaining(keys.split(" ")));
  expect(data).toMatchObject({
    results: [{ index: 1 }, { index: 2 }],
    session: { id: "plain", generate_id: true },
    toolkit_connection_statuses: [{ toolkit: "parcels", has_active_connection: false }, { toolkit: "birds" }],
  });
  expect(SearchAnswer.strict().parse(data)).toEqual(data);
});

it.each<[string, Record<string, unknown>]>([
  ["one query alone", { query: "cancel a parcel" }],
  ["a query by its other name", { queries: [{ query: "cancel a parcel" }] }],
  ["a text", { queries: "cancel a parcel" }],
  ["a list of texts", { queries: ["cancel a parcel"], session: { id: "plain" } }],
  ["with the session's id beside", { queries: [{ use_case: "cancel a parcel" }], session_id: "plain" }],
])("accepts %s", async (_, args) => {
  const { data } = await run(args);
  expect(data.results).toMatchObject([{ index: 1, use_case: "cancel a parcel" }]);
  expect(data.session).toMatchObject({ generate_id: false });
});

it.each<[string, Record<string, unknown>, RegExp]>([
  ["no arguments", {}, /queries/],
  ["no query", { queries: [] }, /queries/],
  ["an empty query", { queries: [{ use_case: "" }] }, /queries.*use_case/],
  ["a query of spaces", { queries: [{ use_case: "  " }] }, /queries.*use_case/],
  ["a query of 1,025 signs", { queries: [{ use_case: "x".repeat(1025) }] }, /queries.*use_case/],
  ["101 queries", { queries: Array.from({ length: 101 }, () => "cancel") }, /queries/],
  ["a number for a query", { queries: [7] }, /queries/],
])("returns 422 for %s", async (_, args, problem) => {
  const refusal = await run(args).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 422 });
  expect((refusal as { details: { errors: string[] } }).details.errors.join()).toMatch(problem);
});
