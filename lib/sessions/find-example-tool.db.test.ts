/** The example of a session's page names a tool that the session has. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { createSession, requireSeenSession } from "./sessions";
import { findExampleTool } from "./find-example-tool";

const needs = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  required: names,
});

let projectId: string;

beforeAll(() =>
  load(
    compiled(
      toolkit("birds", "20260101_00", [
        tool("BIRDS_GET_GULL", { inputSchema: needs("gull_id") }),
        tool("BIRDS_COUNT_GULLS"),
        tool("BIRDS_FEED_GULLS", { tags: ["updateHint"] }),
      ]),
    ),
    compiled({
      ...toolkit("parcels", "20260101_00", [
        tool("PARCELS_GET_PARCEL", { inputSchema: needs("parcel_id") }),
        tool("PARCELS_SEND_PARCEL", { tags: ["createHint"] }),
      ]),
      noAuth: false,
    }),
  ),
);
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
});

async function findFor(settings: Parameters<typeof createSession>[2]) {
  const { id } = await createSession(projectId, "ada", settings);
  return findExampleTool(await requireSeenSession(projectId, id));
}

it("only reads, needs few arguments, and no account where there is none", async () => {
  expect(await findFor({})).toEqual({ slug: "BIRDS_COUNT_GULLS", required: [] });
});

it("is of the toolkits and tools that the session may use", async () => {
  expect(await findFor({ toolkits: ["parcels"] })).toEqual({ slug: "PARCELS_GET_PARCEL", required: ["parcel_id"] });
  expect(await findFor({ tools: { birds: { disable: ["BIRDS_COUNT_GULLS"] } }, toolkits: ["birds"] })).toEqual({
    slug: "BIRDS_GET_GULL",
    required: ["gull_id"],
  });
});

it("is none if the rules leave no tool that reads", async () => {
  expect(await findFor({ toolkits: ["parcels"], tags: { enable: ["createHint"] } })).toBeNull();
  expect(await findFor({ toolkits: [] })).toBeNull();
});
