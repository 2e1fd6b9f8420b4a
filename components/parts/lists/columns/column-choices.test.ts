import { describe, expect, it } from "vitest";
import { MAX_WIDTH, MIN_WIDTH, readChoices, withChoice, writeChoices } from "./column-choices";

const LOGS = { visibility: { Session: true, User: false }, widths: { Tool: 320, "Last used": 90 } };

describe("the columns that a person chose", () => {
  it("come back from the cookie as they were", () => {
    const choices = { tool_logs: LOGS, users: { visibility: { Toolkits: false }, widths: {} } };
    expect(readChoices(decodeURIComponent(encodeURIComponent(writeChoices(choices))))).toEqual(choices);
  });

  it("are nothing without a choice", () => {
    expect(readChoices(undefined)).toEqual({});
    expect(writeChoices({ tool_logs: { visibility: {}, widths: {} } })).toBe("");
  });

  it("stay within what a browser keeps of a cookie: the oldest lists are dropped", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`list_${index}`, LOGS]));
    const text = writeChoices(withChoice(many, "list_0", LOGS));
    expect(encodeURIComponent(text).length).toBeLessThan(4000);
    expect(Object.keys(readChoices(text)).at(-1)).toBe("list_0");
    expect(readChoices(text)).not.toHaveProperty("list_1");
  });

  it("are left out where they cannot be read, and widths stay within their bounds", () => {
    expect(readChoices("|;;|logs;=5;+;Tool=x;User=-4;A=1;B=99999")).toEqual({
      logs: { visibility: {}, widths: { A: MIN_WIDTH, B: MAX_WIDTH } },
    });
  });
});
