/**
 * A search keeps to the rules of its session, in tools, plans, statuses and guidance; and knows the client's own tools.
 */
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { SessionConfig } from "../../settings/contract";
import { createTestOwner } from "@/test/builders/owners";
import { loadSearched } from "@/test/builders/searched-catalog";
import { searchAs } from "@/test/builders/session-search";

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

const slugsOf = ({ first }: Awaited<ReturnType<typeof search>>) => [
  ...first.primary_tool_slugs,
  ...first.related_tool_slugs,
];

it.each<[string, Partial<SessionConfig>, RegExp]>([
  ["toolkits that are enabled", { toolkits: { enabled: ["birds"] } }, /^BIRDS_/],
  ["toolkits that are disabled", { toolkits: { disabled: ["parcels"] } }, /^BIRDS_/],
  ["tools that are enabled", { tools: { parcels: { enabled: ["PARCELS_LIST_DEPOTS"] } } }, /^BIRDS_|LIST_DEPOTS$/],
  ["tools that are disabled", { tools: { parcels: { disabled: ["PARCELS_CANCEL_PARCEL"] } } }, /^(?!PARCELS_CANCEL)/],
  [
    "tools that a plan would name",
    { tools: { parcels: { disabled: ["PARCELS_LIST_PARCELS"] } } },
    /^(?!PARCELS_LIST_PARCELS)/,
  ],
  ["tags", { tags: { enabled: ["readOnlyHint"] } }, /^(?!PARCELS_(CANCEL|SEND|UPDATE))/],
])("%s apply to tools and to plans", async (_, config, allowed) => {
  const answer = await search(["cancel a parcel"], config);
  for (const slug of slugsOf(answer)) expect(slug).toMatch(allowed);
  for (const step of answer.first.recommended_plan_steps ?? [])
    for (const [slug] of step.matchAll(/\b(PARCELS|BIRDS)_[A-Z_]+/g)) expect(slug).toMatch(allowed);
  expect(answer.toolkit_connection_statuses.map(({ toolkit }) => toolkit).sort()).toEqual(
    [...answer.first.toolkits].sort(),
  );
});

it("finds no meta tool", async () => {
  expect(slugsOf(await search(["search tools"])).filter((slug) => slug.startsWith("COMPOSIO_"))).toEqual([]);
});

it("limits the toolkits of a request to those of the session, and names the others", async () => {
  const answer = await search(
    ["cancel a parcel"],
    { toolkits: { enabled: ["birds"] } },
    { toolkits: ["Parcels", "nix"] },
  );
  expect(slugsOf(answer)).toEqual([]);
  expect(answer.next_steps_guidance.join(" ")).toContain("parcels, nix");
  const birds = await search(["count the gulls"], {}, { toolkits: ["BIRDS"] });
  expect(birds.first.toolkits).toEqual(["birds"]);
});

it("returns no plan in fast mode", async () => {
  const { first } = await search(["cancel a parcel"], { experimental: { fast_mode: true } });
  expect(first.primary_tool_slugs[0]).toBe("PARCELS_CANCEL_PARCEL");
  expect(Object.keys(first)).toEqual(
    "index use_case reasoning task_difficulty primary_tool_slugs related_tool_slugs toolkits".split(" "),
  );
});

it("returns no plan for a request that asks for tools alone, and one for the next request", async () => {
  const { first } = await search(["cancel a parcel"], {}, { search_strategy: "tool_search" });
  expect(first.primary_tool_slugs[0]).toBe("PARCELS_CANCEL_PARCEL");
  expect(first).not.toHaveProperty("plan_id");
  expect((await search(["cancel a parcel"], {}, { search_strategy: "auto" })).first).toHaveProperty("plan_id");
});

it("returns no guidance with meta tools for connecting and executing if the session has none", async () => {
  const { next_steps_guidance: steps, toolkit_connection_statuses: statuses } = await search(["cancel a parcel"], {
    manage_connections: { enabled: false, enable_wait_for_connections: false, enable_connection_removal: true },
    execute: { enable_multi_execute: false },
  });
  expect([...steps, ...statuses.map((toolkitStatus) => toolkitStatus.status_message)].join(" ")).not.toMatch(
    /MANAGE_CONN|MULTI_EXECUTE/,
  );
});

it("finds the client's own tools by name, with their schemas, also those of the request alone", async () => {
  const makeTool = (slug: string, name: string) => ({
    slug,
    name,
    description: `${name} in the client`,
    input_schema: { type: "object", properties: { q: { type: "string" } } },
  });
  const session = {
    experimental: {
      custom_tools: [makeTool("grep", "Search the notes")],
      custom_toolkits: [
        { slug: "garden", name: "Garden", description: "The garden", tools: [makeTool("water", "Water the tomatoes")] },
      ],
    },
  };
  const {
    first,
    tool_schemas: schemas,
    toolkit_connection_statuses: statuses,
  } = await search(["water the tomatoes"], { ...session, toolkits: { enabled: ["birds"] } });
  expect(first).toMatchObject({ primary_tool_slugs: ["LOCAL_GARDEN_WATER"], toolkits: ["garden"] });
  expect(first.error).toBeUndefined();
  expect(schemas.LOCAL_GARDEN_WATER).toMatchObject({
    toolkit: "garden",
    hasFullSchema: true,
    input_schema: { type: "object" },
  });
  expect(statuses).toMatchObject([{ toolkit: "garden", has_active_connection: true }]);
  const more = {
    experimental: { custom_tools: [{ ...makeTool("weigh", "Weigh a parcel"), extends_toolkit: "parcels" }] },
  };
  const result = await search(["weigh a parcel"], session, more);
  expect(result.first.primary_tool_slugs[0]).toBe("LOCAL_PARCELS_WEIGH");
  expect(result.first.toolkits[0]).toBe("parcels");
});
