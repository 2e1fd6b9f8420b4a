/** Events of triggers that reach no webhook endpoint. */
import { expect, it } from "vitest";
import { findDeliveryProblem } from "./delivery-problem";

type Endpoint = Parameters<typeof findDeliveryProblem>[0][number];
const time = "2026-01-01T00:00:00.000Z";
const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  webhook_url: "https://hooks.example/a",
  enabled_events: ["composio.trigger.message"],
  disabled_at: null,
  paused_at: null,
  failing_since: null,
  ...more,
});

it.each([
  ["without endpoints", [], null],
  ["while one endpoint gets the events", [endpoint(), endpoint({ failing_since: time })], null],
  [
    "if all that are open fail",
    [endpoint({ failing_since: time }), endpoint({ paused_at: time })],
    {
      state: "problem",
      title: "Events don’t reach your app",
      text: "Deliveries fail: hooks.example/a.",
    },
  ],
  [
    "if none is open",
    [endpoint({ disabled_at: time }), endpoint({ paused_at: time })],
    {
      state: "warning",
      title: "No webhook endpoint receives events of triggers",
      text: "All webhook endpoints for them are disabled or paused.",
    },
  ],
  ["if none is subscribed", [endpoint({ enabled_events: ["composio.approval.requested"] })], null],
] as const)("%s", (_, endpoints, problem) => expect(findDeliveryProblem(endpoints)).toEqual(problem));
