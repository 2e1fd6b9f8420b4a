import { expect, it } from "vitest";
import { minutesError, pollingLine } from "./polling-words";

const BOTH = ["webhook", "poll"];

it("says how events of a trigger are found", () => {
  const config = { interval: 5 };
  expect(pollingLine({ polling: null, trigger_config: config }, ["poll"])).toBe("Polls every 5 minutes");
  expect(pollingLine({ polling: null, trigger_config: {} }, BOTH)).toBe("Provider reports, and polls every 1 minute");
  const choose = (type: "webhook" | "poll", interval: number) => ({
    polling: { type, interval },
    trigger_config: config,
  });
  expect(pollingLine(choose("poll", 2), BOTH)).toBe("Polls every 2 minutes");
  expect(pollingLine(choose("webhook", 1 / 6), BOTH)).toBe("Provider reports, and polls every 10 seconds");
});

it("takes ten seconds to a day", () => {
  expect(["0.17", "2", "1440"].map(minutesError)).toEqual([undefined, undefined, undefined]);
  expect(["", "soon", "0.1", "1441"].map(minutesError)).toEqual([
    "Enter the minutes between two polls.",
    "Enter the minutes between two polls.",
    "Use at least 0.17 (ten seconds).",
    "Use at most 1,440 (a day).",
  ]);
});
