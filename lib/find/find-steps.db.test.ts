/** The results of a search if some tools are not allowed, without plans, and with known values. */
import { beforeAll, expect, it } from "vitest";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { findSteps, type Circumstances } from "./find-steps";

const PROJECT = "proj_find_rules";
const needs = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  required: names,
});

let circumstances: Circumstances;

beforeAll(async () => {
  const cancel = { name: "Cancel a parcel", tags: ["destructiveHint"], inputSchema: needs("parcel_id") };
  const parcels = toolkit("parcels", "20260101_00", [
    tool("PARCELS_LIST_PARCELS", { name: "List parcels" }),
    tool("PARCELS_CANCEL_PARCEL", cancel),
    ...Array.from({ length: 60 }, (_, index) => tool(`PARCELS_CANCEL_PARCEL_${index}`, cancel)),
    tool("PARCELS_WEIGH_PARCEL", { name: "Weigh parcels", inputSchema: needs("parcel_id") }),
  ]);
  await load(compiled({ ...parcels, noAuth: false }));
  const toolkits = new Map(
    (await everyToolkit(PROJECT)).map((catalogToolkit) => [catalogToolkit.slug, catalogToolkit]),
  );
  circumstances = { toolkits, accounts: new Map(), only: undefined, recipes: [], languageModel: null };
});

const step = async (request: string, more: Partial<Circumstances>) => {
  const [finding] = await findSteps(PROJECT, request, { ...circumstances, ...more });
  if (!finding) throw new Error("no step");
  return finding;
};

it("names no tool that may not be used, and finds those that may behind many others", async () => {
  const mayUse: Circumstances["mayUse"] = ({ tags }) => tags.includes("readOnlyHint");
  const finding = await step("cancel the parcel", { mayUse, lookAt: 100 });
  expect(finding.primary[0]).toMatch(/^PARCELS_(LIST|WEIGH)/);
  expect([...finding.primary, ...finding.related.keys()].filter((slug) => slug.includes("CANCEL"))).toEqual([]);
  expect(finding.found.confidence).not.toBe("high");
});

it("says that nothing fits where no tool may be used", async () => {
  const finding = await step("cancel the parcel", { mayUse: () => false });
  expect(finding).toMatchObject({ primary: [], plan: null, nothingFits: expect.stringContaining("outside the rules") });
});

it("makes no plan in a hurry", async () => {
  expect((await step("cancel the parcel", {})).plan).not.toBeNull();
  expect((await step("cancel the parcel", { isFast: true })).plan).toBeNull();
});

it("plans no call for a value that is known", async () => {
  const tags = async (knownNames: ReadonlySet<string>) =>
    (await step("weigh the parcel", { accounts: new Map([["parcels", 1]]), known: knownNames })).plan?.steps.map(
      ({ tool: slug }) => slug,
    );
  expect(await tags(new Set())).toContain("PARCELS_LIST_PARCELS");
  expect(await tags(new Set(["parcel_id"]))).toBeUndefined();
});
