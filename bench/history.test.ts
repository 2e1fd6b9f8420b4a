/** The history of the benchmarks: which figures are saved, what counts as a change, and what is drawn. */
import { describe, expect, it } from "vitest";
import { drawHistory } from "./draw-history.mjs";
import { changesBetween, figuresOf, readRuns } from "./history.mjs";

const row = (name: string, server: number, connections = 16) => ({
  ...{ name, connections, perSecond: 2_000, p50Ms: 8.1234, p99Ms: 20, failed: 0 },
  cpuMs: { server, database: 0.2, upstream: 0.1 },
});

const run = (time: string, figures: Record<string, number>) => ({ time, commit: "abc1234", figures });

describe("the figures of a run", () => {
  it("have the CPU of a call as a multiple of the bare forwarder of the same run", () => {
    const figures = figuresOf({
      rows: [row("bare forwarder", 0.1), row("tool execute", 0.33), row("tool execute", 0.9, 1)],
      sessions: [{ name: "session execute", cpu: 1.254 }],
    });
    expect(figures).toEqual({
      "tool execute, times the bare forwarder": 3.3,
      "tool execute cpuMs server": 0.33,
      "tool execute cpuMs database": 0.2,
      "tool execute perSecond": 2000,
      "tool execute p50Ms": 8.12,
      "session execute, times a tool execute": 1.25,
    });
  });

  it("have the numbers within other results by their paths, without amounts, lists of numbers and texts", () => {
    const ingress = { events: 900, perSecond: 543.4, cpuMsAnEvent: { server: 1.57 }, serverMb: [1, 2], note: "x" };
    const ways = [50, 1_200].map((rate) => ({ asked: rate, p50Ms: rate / 10 }));
    expect(figuresOf({ events: { ingress, ways } })).toEqual({
      "events ingress perSecond": 543,
      "events ingress cpuMsAnEvent server": 1.57,
      "events ways at 50 p50Ms": 5,
      "events ways at 1200 p50Ms": 120,
    });
  });
});

describe("changes between two runs", () => {
  it("are those over 5 %, and know which direction is worse", () => {
    const before = run("2026-11-01", { a: 1, "b perSecond": 100, c: 1, "d perSecond": 100 });
    const after = run("2026-11-02", { a: 1.1, "b perSecond": 90, c: 1.04, "d perSecond": 120, e: 5 });
    expect(changesBetween(before, after)).toEqual([
      { name: "a", before: 1, after: 1.1, change: 0.1, isWorse: true },
      { name: "b perSecond", before: 100, after: 90, change: -0.1, isWorse: true },
      { name: "d perSecond", before: 100, after: 120, change: 0.2, isWorse: false },
    ]);
  });
});

describe("the picture", () => {
  const name = "tool execute, times the bare forwarder";

  it("marks a figure that became worse, one that became better, and none that stayed", () => {
    const picture = drawHistory([
      run("2026-11-01", { [name]: 3 }),
      run("2026-11-02", { [name]: 3.3 }),
      run("2026-11-03", { [name]: 3.31 }),
      run("2026-11-04", { [name]: 2.9 }),
    ]);
    const kinds = [...picture.matchAll(/<circle class="(\w+)"/g)].map(([, kind]) => kind);
    expect(kinds).toEqual(["same", "worse", "same", "better"]);
    expect(picture).toContain("2026-11-02 abc1234: 3.3, +10 %");
  });

  it("draws one run, and runs that lack a figure", () => {
    expect(drawHistory([run("2026-11-01", { [name]: 3 })])).toContain("1 run, 2026-11-01 to 2026-11-01");
    const other = "memory serverMb";
    const picture = drawHistory([run("2026-11-01", { [name]: 3 }), run("2026-11-02", { [other]: 300 })]);
    expect(picture.match(/<circle/g)).toHaveLength(2);
  });
});

it("reads a file of runs line by line, without one that was cut off", () => {
  expect(readRuns('{"time":"1"}\n{"time":"3","fig\n\n{"time":"2"}\n')).toEqual([{ time: "1" }, { time: "2" }]);
});
