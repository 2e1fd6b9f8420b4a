/** Texts about events on the pages: the worst receiver counts, and a resent event replaces the failed event. */
import { expect, it } from "vitest";
import { deliveredShare, eventName, eventState } from "./event-words";

type Delivery = Parameters<typeof eventState>[0][number];
const delivery = (to: string, state: Delivery["state"], attempts = 1, kind: Delivery["kind"] = "event"): Delivery => ({
  subscription_id: to,
  state,
  attempts,
  kind,
});

it.each([
  ["none", []],
  ["delivered", [delivery("a", "delivered"), delivery("b", "filtered", 0)]],
  ["dead", [delivery("a", "delivered"), delivery("b", "dead", 9)]],
  ["delivered", [delivery("a", "dead", 9), delivery("a", "delivered", 1, "resend")]],
  ["waiting", [delivery("a", "waiting", 0)]],
  ["retrying", [delivery("a", "waiting", 2)]],
  ["filtered", [delivery("a", "filtered", 0)]],
  ["dead", [delivery("a", "dead", 9), delivery("a", "delivered", 1, "replay")]],
] as const)("is %s", (state, deliveries) => expect(eventState(deliveries)).toBe(state));

it("tells how many receivers have it only where they differ", () => {
  expect(deliveredShare([delivery("a", "delivered"), delivery("b", "dead")])).toBe("1 of 2");
  expect(deliveredShare([delivery("a", "delivered"), delivery("b", "delivered")])).toBe("");
  expect(deliveredShare([delivery("a", "dead")])).toBe("");
});

it("names an event of no trigger by its kind", () => {
  expect(eventName({ trigger_slug: null, type: "composio.connected_account.expired" })).toBe(
    "connected_account.expired",
  );
  expect(eventName({ trigger_slug: "GITHUB_COMMIT_EVENT", type: "composio.trigger.message" })).toBe(
    "GITHUB_COMMIT_EVENT",
  );
});
