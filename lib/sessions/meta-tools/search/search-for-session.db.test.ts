/** A search in a session: the documented fields. */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { upsertRecipe } from "@/lib/find/own-recipes/recipes";
import { pool } from "@/lib/kernel/database/pools";
import { createTestOwner } from "@/test/builders/owners";
import { loadSearched } from "@/test/builders/searched-catalog";
import { searchAs } from "@/test/builders/session-search";
import { SearchAnswer } from "../contract";

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

let projectId = "";

beforeAll(loadSearched);
beforeEach(async () => {
  projectId = (await createTestOwner()).projectId;
});

const search = async (...[queries, config, more]: Tail<Parameters<typeof searchAs>>) => {
  const { answer, first } = await searchAs({ projectId }, queries, config, more);
  return { ...answer, first };
};

/** What the official client cannot do without, by path. */
const MUST = `success error results results.index results.use_case results.primary_tool_slugs results.related_tool_slugs
  results.toolkits tool_schemas toolkit_connection_statuses toolkit_connection_statuses.toolkit
  toolkit_connection_statuses.description toolkit_connection_statuses.has_active_connection
  toolkit_connection_statuses.status_message next_steps_guidance session session.id session.generate_id
  session.instructions time_info time_info.current_time_utc time_info.current_time_utc_epoch_seconds time_info.message`
  .split(/\s+/)
  .filter((path) => path !== "error");

const valuesAt = (value: unknown, [name, ...rest]: string[]): unknown[] => {
  if (name === undefined) return [value];
  return [value].flat().flatMap((item) => valuesAt((item as Record<string, unknown>)[name], rest));
};
const nulls = (value: unknown, path = ""): string[] => {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([name, item]) => nulls(item, `${path}.${name}`));
};

describe("the answer", () => {
  it("has the documented fields, for two queries with known fields", async () => {
    const answer = await search(
      [
        { use_case: "cancel a parcel", known_fields: "recipient_name: John" },
        { use_case: "count the gulls on the beach", known_fields: "day: tomorrow" },
      ],
      {},
      { session: { generate_id: true } },
    );
    const { first: _, ...body } = answer;
    expect(SearchAnswer.strict().parse(body)).toEqual(body);
    expect(body.results.map(({ index, use_case: text }) => [index, text])).toEqual([
      [1, "cancel a parcel"],
      [2, "count the gulls on the beach"],
    ]);
    expect(body).toMatchObject({ success: true, error: null, session: { id: "plain", generate_id: true } });
    expect(body.results[0]).toMatchObject({ toolkits: ["parcels"], task_difficulty: "medium", difficulty: "medium" });
    expect(body.results[0]?.reasoning).toContain("PARCELS_CANCEL_PARCEL");
    expect(body.results[0]?.plan_id).toMatch(/^plan_[0-9a-f]{12}$/);
  });

  it.each(MUST)("always has %s", async (path) => {
    const answer = await search(["cancel a parcel", "water the tomatoes"]);
    const values = valuesAt(answer, path.split("."));
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => value === undefined || value === null)).toEqual([]);
  });

  it("has no null except the error", async () => {
    const { first: _, ...answer } = await search(["cancel a parcel", "water the tomatoes", "🦆 \0 ''"]);
    expect(nulls(answer)).toEqual([".error"]);
  });

  it("names one to three primary tools with whole schemas, and up to six others by reference", async () => {
    const { first, tool_schemas: schemas } = await search(["cancel a parcel"]);
    expect(first.primary_tool_slugs[0]).toBe("PARCELS_CANCEL_PARCEL");
    expect(first.primary_tool_slugs.length).toBeLessThanOrEqual(3);
    expect(first.related_tool_slugs.length).toBeGreaterThanOrEqual(4);
    expect(first.related_tool_slugs.length).toBeLessThanOrEqual(6);
    expect(Object.keys(schemas)).toEqual([...first.primary_tool_slugs, ...first.related_tool_slugs]);
    expect(schemas.PARCELS_CANCEL_PARCEL).toEqual({
      toolkit: "parcels",
      tool_slug: "PARCELS_CANCEL_PARCEL",
      description: "Cancels a parcel that was not handed over yet.",
      hasFullSchema: true,
      input_schema: { type: "object", properties: { parcel_id: { type: "string" } }, required: ["parcel_id"] },
    });
    for (const slug of first.related_tool_slugs)
      expect(schemas[slug]).toMatchObject({
        hasFullSchema: false,
        schemaRef: { tool: "COMPOSIO_GET_TOOL_SCHEMAS", args: { tool_slugs: [slug] } },
      });
  });

  it("has a line for each plan step and pitfall, which names its tools", async () => {
    const { first } = await search(["cancel a parcel"]);
    expect(first.recommended_plan_steps).toEqual([
      expect.stringMatching(/^\[Prerequisite\] \[Step\]: Connect parcels: /),
      expect.stringMatching(/^\[Prerequisite\] \[Step\]: PARCELS_LIST_PARCELS: .*`parcel_id`/),
      expect.stringMatching(/^\[Required\] \[Step\]: PARCELS_CANCEL_PARCEL: /),
      expect.stringMatching(/^\[Optional \(.+\)\] \[Next Step\]: PARCELS_/),
    ]);
    expect(first.known_pitfalls).toEqual([expect.stringMatching(/^\[PARCELS_CANCEL_PARCEL\] /)]);
  });

  it("contains code for the workbench if the session has one", async () => {
    const { first } = await search(["count the gulls on the beach and then cancel a parcel"]);
    expect(
      first.reference_workbench_snippets?.map(({ code }) => /run_composio_tool\("([A-Z_]+)"/.exec(code)?.[1]),
    ).toEqual(first.primary_tool_slugs);
    const workbench = { enable: false, proxy_execution_enabled: false, sandbox_size: "standard" as const };
    const without = await search(["cancel a parcel"], { workbench });
    expect(without.first.reference_workbench_snippets).toEqual([]);
  });

  it("plans no call for values of known_fields, and finds no other tools for them", async () => {
    const plain = await search(["cancel a parcel"]);
    const query = { use_case: "cancel a parcel", known_fields: "parcel_id: 17, note: count the gulls on the beach" };
    const { first } = await search([query]);
    expect(first.primary_tool_slugs).toEqual(plain.first.primary_tool_slugs);
    expect(first.toolkits).toEqual(["parcels"]);
    expect(first.recommended_plan_steps?.filter((step) => step.includes("parcel_id`, if"))).toEqual([]);
  });

  it("uses each primary tool for one step of a query", async () => {
    const { first } = await search(["count the gulls on the beach and then cancel a parcel"]);
    expect(first.primary_tool_slugs).toEqual(["BIRDS_COUNT_GULLS", "PARCELS_CANCEL_PARCEL"]);
    expect(first.toolkits).toEqual(["birds", "parcels"]);
    expect(first.recommended_plan_steps?.map((step) => /: ([A-Z_]+):/.exec(step)?.[1])).toEqual([
      undefined,
      "BIRDS_COUNT_GULLS",
      "PARCELS_LIST_PARCELS",
      "PARCELS_CANCEL_PARCEL",
      expect.stringContaining("PARCELS_"),
    ]);
  });

  it("covers seven queries, and reports if there were more", async () => {
    const seven = await search(Array.from({ length: 7 }, (_, n) => `cancel parcel ${n}`));
    expect(seven.results.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(seven.next_steps_guidance.join()).not.toContain("first 7");
    const more = await search(Array.from({ length: 9 }, (_, n) => `cancel parcel ${n}`));
    expect(more.results.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const left of more.results.slice(7))
      expect(left).toMatchObject({ primary_tool_slugs: [], error: expect.stringContaining("Not searched") });
    expect(more.next_steps_guidance[0]).toMatch(/first 7 .* other 2/);
  });

  it.each([
    "water the tomatoes",
    "qwrtzp xyzzy",
    "\0\ud83d",
    "'; DROP TABLE tool; --",
    "🦆".repeat(512),
    "x".repeat(1024),
  ])("explains why nothing fits: %j", async (text) => {
    const { first, next_steps_guidance: steps } = await search([text]);
    expect(first.error).toMatch(/\w+/);
    expect(first).toMatchObject({ recommended_plan_steps: [], known_pitfalls: [], reference_workbench_snippets: [] });
    expect(steps.join(" ")).toContain("Search again in other words");
  });

  it("contains the time, also in the user's zone", async () => {
    const zoned = (zone: string) => search(["cancel a parcel"], { experimental: { user_timezone: zone } });
    const { time_info: time } = await zoned("Asia/Tokyo");
    expect(Math.floor(Date.parse(time.current_time_utc) / 1000)).toBe(time.current_time_utc_epoch_seconds);
    expect(time.message).toContain("Asia/Tokyo");
    expect((await zoned("Mars/Base")).time_info.message).toContain("not known");
  });
});

it("plans by the project's own recipe, and by no other project's", async () => {
  await upsertRecipe(projectId, {
    slug: "gull-report",
    name: "Gull report",
    useCase: "Send out the parcel with the report on gulls",
    askedAs: [],
    steps: [
      { tag: "prerequisite", tool: "BIRDS_COUNT_GULLS", text: "Of today." },
      { tag: "required", tool: "PARCELS_SEND_PARCEL", text: "To the office." },
    ],
    pitfalls: [],
  });
  const query = "send out a parcel with the report on gulls";
  const { first } = await search([query]);
  expect(first.recommended_plan_steps?.slice(1)).toEqual([
    "[Prerequisite] [Step]: BIRDS_COUNT_GULLS: Of today.",
    "[Required] [Step]: PARCELS_SEND_PARCEL: To the office.",
  ]);
  projectId = (await createTestOwner()).projectId;
  expect(JSON.stringify(await search([query]))).not.toContain("To the office");
});

it("reads the database as often for seven queries as for one", async () => {
  const queries = [
    "cancel a parcel",
    "count gulls",
    "send a parcel",
    "list depots",
    "update a label",
    "track it",
    "get it",
  ];
  await search(queries);
  const count = async (some: string[]) => {
    forgetCatalog();
    await search(queries);
    const querySpy = vi.spyOn(pool(), "query");
    await search(some);
    const times = querySpy.mock.calls.length;
    querySpy.mockRestore();
    return times;
  };
  const singleCount = await count(queries.slice(0, 1));
  expect(await count(queries)).toBe(singleCount);
});
