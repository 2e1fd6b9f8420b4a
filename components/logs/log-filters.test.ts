/** Tests the conversion of the URL into the operation's body. */
import { describe, expect, it } from "vitest";
import { isFiltered, matchesQuery, toLogChips, toLogQuery } from "./log-filters";

const NOW = Date.UTC(2026, 10, 21, 12);
const read = (search: string, now = NOW) => toLogQuery(new URLSearchParams(search), now);

describe("toLogQuery", () => {
  it("asks for everything when the address says nothing", () => expect(read("")).toEqual({ limit: 50 }));

  it("compares a tool by its upper-case slug and ignores blank filters", () => {
    expect(read("tool=%20gmail_send%20&user=%20").filters).toEqual([
      { field: "tool_slug", operator: "contains", value: "GMAIL_SEND" },
    ]);
  });

  it("keeps ids as they are, which are case-sensitive", () => {
    expect(read("user=Ada&account=ca_Xy").filters).toEqual([
      { field: "user_id", operator: "==", value: "Ada" },
      { field: "connected_account_id", operator: "==", value: "ca_Xy" },
    ]);
  });

  it("ends a time range now, in milliseconds", () =>
    expect(read("range=1h").time_range).toEqual({ from: NOW - 3_600_000, to: NOW }));

  it("searches words and narrows by filters at once", () =>
    expect(read("search=%20rate%20limited%20&status=failed")).toEqual({
      limit: 50,
      search: "rate limited",
      filters: [{ field: "status", operator: "==", value: "failed" }],
    }));

  it("ignores a range it does not know", () => expect(read("range=forever")).toEqual({ limit: 50 }));
});

describe("toLogChips", () => {
  it("says each filter in words, but not the search, which stands in its field", () =>
    expect(toLogChips(new URLSearchParams("status=failed&tool=get&toolkit=github&range=24h&search=x&open=y"))).toEqual([
      { name: "toolkit", label: "Toolkit", value: "github", toolkit: "github" },
      { name: "tool", label: "Tool", value: "contains get" },
      { name: "status", label: "Status", value: "Failed" },
      { name: "range", label: "Time", value: "Last 24 hours" },
    ]));
});

describe("isFiltered", () => {
  it("counts a time range, but not the opened log", () => {
    expect(["range=1h", "search=x", "tool=y"].every((text) => isFiltered(new URLSearchParams(text)))).toBe(true);
    expect(isFiltered(new URLSearchParams("open=log_1"))).toBe(false);
  });
});

describe("matchesQuery", () => {
  const log = {
    id: "log_1",
    status: "failed",
    timestamp: new Date(NOW).toISOString(),
    metadata: { tool_slug: "GMAIL_SEND_EMAIL", user_id: "Ada" },
  };
  const matches = (search: string, now = NOW) => matchesQuery(read(search, now), log);

  it("judges as the server's list does", () => {
    expect(
      ["", "tool=send", "user=Ada", "status=failed", "log=log_1", "range=1h"].every((search) => matches(search)),
    ).toBe(true);
    expect(["tool=fetch", "user=ada", "status=success", "account=ca_1"].some((search) => matches(search))).toBe(false);
  });

  it("lets in what came after the list was read, not what is older than its range", () => {
    expect(matches("range=1h", NOW - 60_000)).toBe(true);
    expect(matches("range=1h", NOW + 7_200_000)).toBe(false);
  });
});
