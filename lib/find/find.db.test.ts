/** What a search returns in addition to tools: prerequisites, a plan, connected apps, and why nothing fits. */
import { beforeAll, expect, it } from "vitest";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { find } from "./find";

const PROJECT = "proj_find";
const needs = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  required: names,
});

beforeAll(async () => {
  const parcels = compiled({
    ...toolkit("parcels", "20260101_00", [
      tool("PARCELS_LIST_PARCELS", { name: "List parcels" }),
      tool("PARCELS_GET_PARCEL", { name: "Get a parcel", inputSchema: needs("parcel_id") }),
      tool("PARCELS_CANCEL_PARCEL", {
        name: "Cancel a parcel",
        tags: ["destructiveHint"],
        inputSchema: needs("parcel_id"),
      }),
    ]),
    noAuth: false,
  });
  const birds = compiled(
    toolkit("birds", "20260101_00", [tool("BIRDS_COUNT_GULLS", { name: "Count gulls on the beach" })]),
  );
  await load(parcels, birds);
});

it("names what a tool needs first, in related tools and in the plan, and the app to connect", async () => {
  const { steps, apps } = await find(PROJECT, { request: "cancel the parcel" });
  expect(steps).toHaveLength(1);
  expect(steps[0]?.primary[0]).toMatchObject({ slug: "PARCELS_CANCEL_PARCEL", score: 1, fit: "high", relation: null });
  expect(steps[0]?.related[0]).toMatchObject({ slug: "PARCELS_LIST_PARCELS", relation: "prerequisite" });
  expect(steps[0]?.plan).toMatchObject({
    source: "tools",
    steps: [
      { tag: "prerequisite", tool: null, text: expect.stringContaining("Connect parcels") },
      { tag: "prerequisite", tool: "PARCELS_LIST_PARCELS", text: expect.stringContaining("`parcel_id`") },
      { tag: "required", tool: "PARCELS_CANCEL_PARCEL" },
      { tag: "optional", tool: expect.stringMatching(/^PARCELS_(GET|LIST)_PARCELS?$/) },
    ],
    pitfalls: [{ tool: "PARCELS_CANCEL_PARCEL", text: expect.stringContaining("Deletes") }],
  });
  expect(apps).toEqual([expect.objectContaining({ slug: "parcels", connection: "not_connected", active_accounts: 0 })]);
});

it("gives each step of a request its own tools", async () => {
  const { steps, apps } = await find(PROJECT, { request: "count the gulls on the beach and then cancel the parcel" });
  expect(steps.map(({ index, primary }) => [index, primary[0]?.slug])).toEqual([
    [1, "BIRDS_COUNT_GULLS"],
    [2, "PARCELS_CANCEL_PARCEL"],
  ]);
  expect(apps.map(({ slug, connection }) => [slug, connection])).toEqual([
    ["birds", "not_needed"],
    ["parcels", "not_connected"],
  ]);
});

it("makes no plan of one call that needs nothing", async () => {
  const { steps } = await find(PROJECT, { request: "count gulls on the beach" });
  expect(steps[0]).toMatchObject({ confidence: "high", plan: null, nothing_fits: null });
});

it("says why nothing fits", async () => {
  const { steps } = await find(PROJECT, { request: "water the tomatoes" });
  expect(steps[0]).toMatchObject({ confidence: "low", plan: null, nothing_fits: expect.stringContaining("tomatoes") });
});

it("finds only tools of the toolkits that are asked for", async () => {
  const { steps } = await find(PROJECT, { request: "cancel the parcel", toolkits: ["birds"] });
  expect([...(steps[0]?.primary ?? []), ...(steps[0]?.related ?? [])].map(({ slug }) => slug)).not.toContain(
    "PARCELS_CANCEL_PARCEL",
  );
});

it("marks the tools that have little of what was asked for, but none that the plan needs", async () => {
  const { steps } = await find(PROJECT, { request: "cancel the order of tomatoes for the parcel in the greenhouse" });
  const fits = [...(steps[0]?.primary ?? []), ...(steps[0]?.related ?? [])].map(({ slug, fit }) => [slug, fit]);
  expect(fits).toContainEqual(["PARCELS_LIST_PARCELS", "low"]);
  const planned = await find(PROJECT, { request: "cancel the parcel" });
  const plan = planned.steps[0]?.plan?.steps.flatMap(({ tool }) => tool ?? []) ?? [];
  expect(plan).toContain("PARCELS_LIST_PARCELS");
  const results = [...(planned.steps[0]?.primary ?? []), ...(planned.steps[0]?.related ?? [])];
  expect(results.filter(({ slug, fit }) => plan.includes(slug) && fit === "low")).toEqual([]);
});
