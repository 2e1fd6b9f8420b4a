/** Exported wrong results: one line per row whatever it contains, and nothing that a spreadsheet executes. */
import { expect, it } from "vitest";
import { toJson, toTsv, type WrongResult } from "./wrong-results-file";

const row: WrongResult = {
  id: "wr_1",
  request: "send\tan\nemail",
  shown: ["A_ONE", "B_TWO"],
  expected: null,
  outcome: null,
  created_at: "2026-11-23T06:00:00.000Z",
};

it("writes a heading and a line each; tabs and line breaks become spaces", () =>
  expect(toTsv([row, { ...row, request: "other", expected: "C_THREE", outcome: "empty" }])).toBe(
    "request\texpected\tshown\tcreated_at\toutcome\n" +
      "send an email\t\tA_ONE B_TWO\t2026-11-23T06:00:00.000Z\t\n" +
      "other\tC_THREE\tA_ONE B_TWO\t2026-11-23T06:00:00.000Z\tempty\n",
  ));

it.each(["=1+2", "+1", "-1", "@SUM(1)", " =1", "\uff1d1"])("makes no formula of %j", (request) =>
  expect(
    toTsv([{ ...row, request }])
      .split("\n")[1]
      ?.charAt(0),
  ).toBe("'"),
);

it("writes JSON with everything but the ids", () =>
  expect(JSON.parse(toJson([row]))).toEqual([
    {
      request: "send\tan\nemail",
      shown: ["A_ONE", "B_TWO"],
      expected: null,
      outcome: null,
      created_at: "2026-11-23T06:00:00.000Z",
    },
  ]));
