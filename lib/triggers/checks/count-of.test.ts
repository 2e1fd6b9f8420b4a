import { expect, it } from "vitest";
import { countOf } from "./count-of";

it("writes a noun in the number that its count has", () => {
  expect([countOf(0, "event"), countOf(1, "event"), countOf(2, "event")]).toEqual(["0 events", "1 event", "2 events"]);
  expect([countOf(1, "delivery", "deliveries"), countOf(3, "delivery", "deliveries")]).toEqual([
    "1 delivery",
    "3 deliveries",
  ]);
});
