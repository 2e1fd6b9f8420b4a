import { expect, it } from "vitest";
import { planWithin, recipePlan } from "./plan";

it("names no tool of a toolkit that may not be used, though a recipe does", () => {
  const recipe = recipePlan({
    id: "stop-on-reply",
    useCase: "Stop a sequence on reply",
    askedAs: [],
    steps: [
      { tag: "optional", tool: "MAIL_FIND_REPLY", text: "Find the reply." },
      { tag: "required", tool: "CRM_STOP_SEQUENCE", text: "Stop it." },
    ],
    pitfalls: [
      { tool: "MAIL_FIND_REPLY", text: "Gives a page at a time." },
      { tool: "CRM_STOP_SEQUENCE", text: "Cannot be undone." },
    ],
  });
  const plan = planWithin(recipe, (tool) => tool.startsWith("CRM_"));
  expect(plan.steps.map(({ tool }) => tool)).toEqual(["CRM_STOP_SEQUENCE"]);
  expect(plan.pitfalls.map(({ tool }) => tool)).toEqual(["CRM_STOP_SEQUENCE"]);
  expect(planWithin(recipe, () => true)).toEqual(recipe);
});
