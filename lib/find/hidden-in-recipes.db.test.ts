/** The plan of a recipe that came with the catalog names only tools that the project offers. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { putOverride } from "@/lib/catalog/change-overrides/put-override";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { searchDocuments } from "@/lib/catalog/search-documents";
import { buildIndex } from "@/lib/search/build-index";
import { toBytes } from "@/lib/search/index-bytes";
import { CATEGORIES, compiled, tool, toolkit } from "@/test/builders/catalog";
import { createTestOwner } from "@/test/builders/owners";
import { installCompiled } from "@/test/catalog/install-compiled";
import { find } from "./find";

const parcels = toolkit("parcels", "20260101_00", [
  tool("PARCELS_LIST_PARCELS", { name: "List parcels" }),
  tool("PARCELS_CANCEL_PARCEL", { name: "Cancel a parcel", aliases: ["PARCELS_STOP_PARCEL"], tags: [] }),
  tool("PARCELS_TELL_RECEIVER", { name: "Tell the receiver", tags: [] }),
]);
const recipe = {
  id: "rcp_end_parcel",
  useCase: "End the journey of a parcel",
  askedAs: ["end the journey of my parcel"],
  steps: [
    { tag: "prerequisite", tool: "PARCELS_LIST_PARCELS", text: "Only those on their way." },
    // Its name in an earlier catalog.
    { tag: "required", tool: "PARCELS_STOP_PARCEL", text: "One at a time." },
    { tag: "optional", tool: "PARCELS_TELL_RECEIVER", text: "In one sentence." },
  ],
  pitfalls: [
    { tool: "PARCELS_STOP_PARCEL", text: "Nothing brings it back." },
    { tool: "PARCELS_TELL_RECEIVER", text: "At night nobody reads it." },
  ],
} as const;
let projectId: string;

beforeAll(async () => {
  const { tools, toolkit: app } = searchDocuments(parcels);
  const search = toBytes(buildIndex(tools, [app], { recipes: [recipe] }));
  await installCompiled([compiled(parcels)], CATEGORIES, { search });
  forgetCatalog();
});
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
});

async function planSteps(more: { toolkits?: string[] } = {}) {
  const { steps } = await find(projectId, { request: "end the journey of the parcel", ...more });
  const plan = steps[0]?.plan;
  return { source: plan?.source, steps: plan?.steps.map((step) => step.tool), pitfalls: plan?.pitfalls.length };
}
const WHOLE = ["PARCELS_LIST_PARCELS", "PARCELS_CANCEL_PARCEL", "PARCELS_TELL_RECEIVER"];

it.each([[{}], [{ toolkits: ["parcels"] }]])("names tools by their slug of today (%j)", async (only) => {
  expect(await planSteps(only)).toEqual({ source: "recipe", steps: WHOLE, pitfalls: 2 });
});

it("leaves out a hidden step with its pitfalls", async () => {
  await putOverride(projectId, "PARCELS_TELL_RECEIVER", { hidden: true, arguments: {} });
  expect(await planSteps()).toEqual({ source: "recipe", steps: WHOLE.slice(0, 2), pitfalls: 1 });
});

it("is not taken if a required tool is hidden", async () => {
  await putOverride(projectId, "PARCELS_CANCEL_PARCEL", { hidden: true, arguments: {} });
  expect((await planSteps()).source).not.toBe("recipe");
});
