/** Reasons for which a tool that a class finds has no fault. */
import { expect, it } from "vitest";
import { FAULT_CLASSES } from "@/lib/catalog/compile/checks/classes/fault-classes";
import { readClassReasons, withoutReasons } from "./class-reasons";

const fault = (tool: string) => ({ class: "lists without pages", tool, what: tool });

it("take tools out of the count, and a pattern without a tool is told", () => {
  const reasons = {
    "lists without pages": [{ tools: ["ACME_*", "OTHER_LIST"], reason: "These lists have no pages." }],
  };
  expect(withoutReasons([fault("ACME_LIST"), fault("SHOP_LIST")], reasons)).toEqual({
    faults: [fault("SHOP_LIST")],
    idle: ["lists without pages: OTHER_LIST fits no tool any more"],
  });
});

it("name classes that exist", () => {
  for (const name of Object.keys(readClassReasons())) expect(FAULT_CLASSES).toContain(name);
});
