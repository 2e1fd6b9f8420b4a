/** JSON of others: bounded before it is parsed, and with the digits that were written. */
import { describe, expect, it } from "vitest";
import { ANSWER_BOUNDS, readExactJson, readJson } from "./read-json";
import { scanJson } from "./scan-json";

const BOUNDS = { depth: 5, values: 20, names: 10, different: 6 };

describe("bounds", () => {
  it.each([
    ["depth", "[".repeat(6)],
    ["depth", '{"a":'.repeat(6)],
    ["depth", `["a\\"",${"[".repeat(6)}`],
    ["values", `[${"1,".repeat(21)}1]`],
    ["values", `[${"[],".repeat(20)}[]]`],
    ["values", `[${"{},".repeat(20)}{}]`],
    ["values", "[".concat(",".repeat(30))],
    ["names", `[${Array.from({ length: 6 }, (_, n) => `{"n${n}":1,"m":2}`).join("")}]`],
    ["different", `{${Array.from({ length: 7 }, (_, n) => `"n${n}":1`).join(",")}}`],
    ["different", `[${Array.from({ length: 7 }, (_, n) => `{"n${n}":[]}`).join(",")}]`],
    ["different", `{${Array.from({ length: 7 }, (_, n) => `"${"long".repeat(20)}${n}":1`).join(",")}}`],
    ["names", `[${Array.from({ length: 11 }, () => '{"a":1}').join("")}]`],
  ])("on %s end the count: %s", (excess, text) => expect(readJson(text, BOUNDS)).toEqual({ kind: "excess", excess }));

  it("do not count the content of texts", () => {
    const text = JSON.stringify({ a: "[{,:".repeat(100), b: '\\"[', c: '"\\\\"[[[[[[', "d\\": "]" });
    expect(readJson(text, BOUNDS)).toMatchObject({ kind: "value", value: JSON.parse(text) as unknown });
  });

  it("count each of different names once", () => {
    const rows = JSON.stringify(Array.from({ length: 4 }, () => ({ first: "a", second: 2 })));
    expect(readJson(rows, BOUNDS).kind).toBe("value");
    expect(readJson(JSON.stringify({ same: { same: { same: { same: ["different", "texts"] } } } }), BOUNDS).kind).toBe(
      "value",
    );
    expect(readJson("]".repeat(50), BOUNDS).kind).toBe("broken");
  });

  it("end the count at once, whatever follows", () => {
    const begin = scanJson(`[${"[],".repeat(5_000_000)}`, BOUNDS);
    expect(begin.excess).toBe("values");
  });
});

describe("invalid JSON", () => {
  it.each(["", "{", "<a><a>", '"abc', '["a\\"', "01234567890123456789", "[12345678901234567890", "[-]", "nul", "1 2"])(
    "is broken, and causes no exception: %s",
    (text) => expect(readJson(text, ANSWER_BOUNDS).kind).toBe("broken"),
  );

  it("stays so when its long numbers are put in quotes", () => {
    for (const text of [
      "[12345678901234567890 1]",
      "[012345678901234567890]",
      "[12345678901234567890.]",
      "[+12345678901234567890]",
      "[1234567890-1234567890]",
    ])
      expect(readJson(text, ANSWER_BOUNDS).kind).toBe("broken");
  });
});

describe("numbers", () => {
  it.each([
    ['{"id":1234567890123456789}', { id: "1234567890123456789" }],
    ['{"id": -9223372036854775808 }', { id: "-9223372036854775808" }],
    ["18446744073709551615", "18446744073709551615"],
    ["[9007199254740993,1]", ["9007199254740993", 1]],
    ["[[12345678901234567890],{}]", [["12345678901234567890"], {}]],
    ["[1000000000000000000000001]", ["1000000000000000000000001"]],
    ["[1000000000000000000000000]", ["1000000000000000000000000"]],
    ["[12345678901234567.25]", ["12345678901234567.25"]],
    ["[1.234567890123456789e18]", ["1.234567890123456789e18"]],
    ["[1e400,-1e999]", ["1e400", "-1e999"]],
    [`[${"9".repeat(500)}]`, ["9".repeat(500)]],
  ])("become texts of their digits if a double cannot hold them: %s", (text, value) =>
    expect(readJson(text, ANSWER_BOUNDS)).toMatchObject({ kind: "value", value }),
  );

  it.each([
    "[9007199254740991,-9007199254740992,0,-1,1.5,0.1234567890123456789]",
    "[1e21,1E5,1e-400,123456789012345680000,1.5e300,2.5e20]",
    '{"12345678901234567890":"12345678901234567890"}',
    '["a\\"",9007199254740991]',
  ])("stay numbers if they are written again as they came: %s", (text) =>
    expect(readJson(text, ANSWER_BOUNDS)).toMatchObject({ kind: "value", value: JSON.parse(text) as unknown }),
  );

  it("count as several values if they have many digits, because reading takes time", () => {
    const list = (count: number) =>
      `[${Array<string>(count)
        .fill(`0.${"3".repeat(398)}`)
        .join(",")}]`;
    expect(readJson(list(1_000), ANSWER_BOUNDS).kind).toBe("value");
    expect(readJson(list(30_000), ANSWER_BOUNDS)).toEqual({ kind: "excess", excess: "values" });
  });

  it("make invalid JSON in the place of a name", () => {
    for (const text of ["{12345678901234567890:1}", "{ 12345678901234567890 \n:1}", "{1e400:1}"])
      expect(readJson(text, ANSWER_BOUNDS).kind).toBe("broken");
  });

  it("are refused in a request if they would lose digits", () => {
    expect(readExactJson('{"id":1234567890123456789}', BOUNDS)).toEqual({
      kind: "inexact",
      literal: "1234567890123456789",
    });
    expect(readExactJson('{"id":12345}', BOUNDS)).toMatchObject({ kind: "value", value: { id: 12345 } });
    expect(readExactJson('{"id":1234567890123456789', BOUNDS).kind).toBe("broken");
  });
});

describe("a short text", () => {
  const NUMBERS =
    "0 -1 1.5 123456789012345 1234567890123456 0.1234567890123456 -9007199254740993 1e2 1E+308 1e400 1e-400";
  const PARTS = [..."[]{}:, ", '"a"', '"1,2,[{"', '"\\""', "true", "nul", ...NUMBERS.split(" ")];
  /** Longer than any text that is read in one quick pass. */
  const SPACES = " ".repeat(10_000);
  let state = 7;
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below;

  it("is judged like a long one", () => {
    let exact = 0;
    for (let round = 0; round < 4_000; round++) {
      const text = Array.from({ length: random(24) }, () => PARTS[random(PARTS.length)]).join("");
      const [short, long] = [scanJson(text, BOUNDS), scanJson(text + SPACES, BOUNDS)];
      expect([text, short.excess, short.inexact]).toEqual([text, long.excess, long.inexact]);
      expect(short.values).toBeGreaterThanOrEqual(long.values);
      if (short.values === long.values) exact++;
    }
    expect(exact).toBeGreaterThan(1_000);
  });
});
