import { expect, it } from "vitest";
import { CountedCache, cacheCounts } from "./counted-cache";
import { Counter, declareCounter, MAX_SERIES, OTHER } from "./counter";
import { Histogram } from "./histogram";

it("counts each combination of label values apart", () => {
  const counter = new Counter({ name: "a_total", help: "A.", labels: ["door", "outcome"] });
  counter.add(["api", "2xx"]);
  counter.add(["api", "2xx"], 2);
  counter.add(["mcp", "2xx"]);
  expect(counter.read()).toEqual([
    { values: ["api", "2xx"], value: 3 },
    { values: ["mcp", "2xx"], value: 1 },
  ]);
});

it("counts without labels", () => {
  const counter = new Counter({ name: "a_total", help: "A.", labels: [] });
  counter.add([]);
  expect(counter.read()).toEqual([{ values: [], value: 1 }]);
});

it(`counts what is beyond ${MAX_SERIES} series as "${OTHER}", and loses nothing`, () => {
  const counter = new Counter({ name: "a_total", help: "A.", labels: ["toolkit", "outcome"] });
  for (let index = 0; index < MAX_SERIES + 500; index++) counter.add([`toolkit ${index}`, "success"]);
  counter.add(["toolkit 0", "success"]);
  const samples = counter.read();
  expect(samples.length).toBe(MAX_SERIES + 1);
  expect(samples.at(-1)).toEqual({ values: [OTHER, OTHER], value: 500 });
  expect(samples[0]?.value).toBe(2);
});

it("puts a time into the bucket whose bound it does not exceed", () => {
  const histogram = new Histogram({ name: "a_seconds", help: "A.", labels: ["door"] }, [0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 1, 7]) histogram.observe(["api"], seconds);
  const [series] = histogram.read();
  expect(series?.values).toEqual(["api"]);
  expect([...(series?.distribution.counts ?? [])]).toEqual([2, 2, 1]);
  expect([series?.distribution.sum, series?.distribution.total]).toEqual([8.65, 5]);
});

it("gives both copies of the code the same counter", () => {
  const declaration = { name: "test_same_total", help: "A.", labels: ["door"] } as const;
  declareCounter(declaration).add(["api"]);
  declareCounter(declaration).add(["api"]);
  expect(declareCounter(declaration).read()).toEqual([{ values: ["api"], value: 2 }]);
});

it("counts how often caches of a name have what is asked for", () => {
  const [first, second] = [0, 1].map(() => new CountedCache<string, string>("test_counted", { max: 2 }));
  first?.set("a", "1");
  expect([first?.get("a"), first?.get("b"), second?.get("a")]).toEqual(["1", undefined, undefined]);
  expect(cacheCounts().find(({ name }) => name === "test_counted")).toEqual({
    name: "test_counted",
    hits: 1,
    misses: 2,
  });
});

it("counts a question as missed while the cache cannot be trusted", () => {
  const cache = new CountedCache<string, string>("test_distrusted", { max: 2 });
  cache.set("a", "1");
  expect([cache.getIf(false, "a"), cache.getIf(true, "a")]).toEqual([undefined, "1"]);
  expect(cacheCounts()).toContainEqual({ name: "test_distrusted", hits: 1, misses: 1 });
});
