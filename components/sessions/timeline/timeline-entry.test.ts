/** Steps of an agent's work: from the log to the timeline. */
import { describe, expect, it } from "vitest";
import { toEntry, toPartWords, toTokenSum, type SessionCall } from "./timeline-entry";

const call: SessionCall = {
  id: "log_1",
  at: "2026-11-23T12:00:00.000Z",
  tool_slug: "GITHUB_GET",
  toolkit_slug: "github",
  kind: "tool",
  version: null,
  status: "success",
  error: null,
  duration_ms: 12,
  connected_account_id: "ca_1",
  account: { rule: "session override" },
  arguments: "{}",
  result: null,
  about_tokens: { arguments: 1, result: null },
  parts: null,
  only_reads: true,
  not_again: null,
  calls: [],
};

describe("a step", () => {
  it("says its account and why it was chosen, and has the calls within it", () => {
    const { calls: _, ...inner } = { ...call, id: "log_2", connected_account_id: null };
    const entry = toEntry({ ...call, calls: [inner] });
    expect(entry).toMatchObject({ tool: "GITHUB_GET", account: { id: "ca_1", why: "set by the session" } });
    expect(entry.within?.map(({ id, account }) => [id, account])).toEqual([["log_2", undefined]]);
    expect(toEntry(call)).not.toHaveProperty("within");
  });
});

describe("a step for several tools", () => {
  const getPartWords = (parts: SessionCall["parts"], more: Partial<SessionCall> = {}) =>
    toPartWords(toEntry({ ...call, ...more, parts }));

  it("says how many succeeded where one did not", () => {
    expect(getPartWords({ succeeded: 0, total: 1 })).toBe("0 of 1 succeeded");
    expect([getPartWords({ succeeded: 2, total: 2 }), getPartWords(null)]).toEqual([undefined, undefined]);
    expect(getPartWords({ succeeded: 0, total: 1 }, { status: "failed" })).toBeUndefined();
  });
});

describe("tokens", () => {
  it("are added where one side is known, and unknown where none is", () => {
    expect(toTokenSum({ tokens: { arguments: 3, result: null } })).toBe(3);
    expect(toTokenSum({ tokens: { arguments: null, result: null } })).toBeUndefined();
    expect(toTokenSum({})).toBeUndefined();
  });
});
