import { expect, it } from "vitest";
import { mergeMetrics } from "./gather-metrics";
import { type MetricValues, writeMetrics } from "./write-metrics";

const metric = (name: string, ...values: MetricValues["values"]): MetricValues => ({
  ...{ name, help: "A metric.", type: "gauge", aggregator: "sum", values },
});

it("names the process of each series, but not of those that are the same in all", async () => {
  const text = await writeMetrics(
    mergeMetrics([
      {
        process: "2",
        metrics: [
          metric("patchbay_a", { labels: { door: "api" }, value: 1 }),
          metric("patchbay_shared_b", { labels: {}, value: 2 }),
          metric("patchbay_process_running", { labels: { process: "1" }, value: 0 }),
        ],
      },
      {
        process: "1",
        metrics: [
          metric("patchbay_a", { labels: { door: "api" }, value: 3 }, { labels: { door: "mcp" }, value: 4 }),
          metric("patchbay_shared_b", { labels: {}, value: 5 }),
          metric("patchbay_process_running", { labels: { process: "1" }, value: 1 }),
          metric("patchbay_c", { labels: {}, value: 6 }),
        ],
      },
    ]),
  );
  expect(text.split("\n").filter((line) => line && !line.startsWith("#"))).toEqual([
    'patchbay_a{door="api",process="2"} 1',
    'patchbay_a{door="api",process="1"} 3',
    'patchbay_a{door="mcp",process="1"} 4',
    "patchbay_shared_b 2",
    'patchbay_process_running{process="1"} 0',
    'patchbay_c{process="1"} 6',
  ]);
});
