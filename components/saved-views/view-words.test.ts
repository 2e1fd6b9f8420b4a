import { describe, expect, it } from "vitest";
import { isSame, toFilters, toName, viewHref } from "./view-words";

const NAMES = ["toolkit", "status", "search"];

describe("a saved view", () => {
  it("keeps the filters of its page, not the open row and what is blank", () =>
    expect(toFilters(new URLSearchParams("toolkit=github&open=log_1&live=1&status=%20"), NAMES)).toEqual({
      toolkit: "github",
    }));

  it("has one address, whatever the order of its filters", () => {
    expect(viewHref("tool_logs", { toolkit: "github", status: "failed" })).toBe(
      "/logs/tools?status=failed&toolkit=github",
    );
    expect(isSame("tool_logs", { a: "1", b: "2" }, { b: "2", a: "1" })).toBe(true);
    expect(isSame("tool_logs", { a: "1" }, { a: "2" })).toBe(false);
  });

  it("leads to the page that it is of", () =>
    expect(viewHref("trigger_logs", { user: "a b" })).toBe("/logs/triggers?user=a+b"));

  it("is named by its words and filters at first, within the longest name", () => {
    expect(toName([{ value: "Failed" }, { value: "github" }], "rate")).toBe("rate, Failed, github");
    expect(toName([{ value: "x".repeat(200) }], undefined)).toHaveLength(80);
  });
});
