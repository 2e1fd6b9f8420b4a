/** A sample of the fidelity test: the providers' own descriptions accept the requests of their tools. */
import { expect, it } from "vitest";
import { describeReject, MIN_ACCEPTED, resultsOf, runDescriptions, totalOf } from "./run-fidelity";

const SAMPLE = [
  "asana",
  "bitbucket",
  "googlecalendar",
  "googlesheets",
  "googletasks",
  "listennotes",
  "mailchimp",
  "slack",
  "trello",
  "twilio",
  "youtube",
];

it("sends requests that ten published descriptions accept, at least 99 in 100 and each description 95", async () => {
  const outcomes = await runDescriptions({ toolkits: SAMPLE, seed: 1, requests: 40 });
  const results = resultsOf(outcomes);
  expect(outcomes.filter((outcome) => "unreadable" in outcome)).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(10);
  const { requests, accepted, skipped } = totalOf(results);
  const words = results.flatMap(({ rejects }) => rejects.map(describeReject)).join("\n");
  expect(accepted / requests, words).toBeGreaterThanOrEqual(MIN_ACCEPTED);
  expect(
    results.filter((result) => result.accepted / result.requests < 0.95).map((result) => result.name),
    words,
  ).toEqual([]);
  expect(skipped).toBeLessThanOrEqual(requests / 50);
}, 180_000);
