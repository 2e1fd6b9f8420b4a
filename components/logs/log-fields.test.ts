/** From a log row to the playground. */
import { describe, expect, it } from "vitest";
import { rerunHref, toAccountRule, toApproval, toErrorCode, toLogFields } from "./log-fields";

const row = {
  id: "log_1",
  type: "tool_execution",
  metadata: { tool_slug: "GITHUB_CREATE_AN_ISSUE", user_id: "a&b", connected_account_id: "ca_1" },
  metrics: {},
};

it("fills in what is known of the call", () =>
  expect(rerunHref(row)).toBe("/playground?tool=GITHUB_CREATE_AN_ISSUE&user=a%26b&account=ca_1&log=log_1"));
it("offers nothing for a request that was no tool", () =>
  expect(rerunHref({ ...row, type: "proxy_execution" })).toBeUndefined());

describe("why an account was used", () => {
  it("is said in words", () => {
    expect(toAccountRule({ rule: "most recent" })).toBe("most recent active account");
    expect(toAccountRule({ rule: "alias", alias: "work" })).toBe("by alias in the call “work”");
    expect(toAccountRule({ rule: "explicit id", owner: "ada", used_by: "bob" })).toBe(
      "by ID in the call; ada shares it with bob",
    );
    expect(toAccountRule({ rule: "a rule of later" })).toBe("a rule of later");
    expect([undefined, null, {}, "text"].map(toAccountRule)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("the code of a failure", () => {
  const failed = { status: "failed" as const, metadata: {} };
  it("is the logged one, or what the reason of an older row tells", () => {
    expect(toErrorCode({ ...failed, metadata: { error_code: "1803" }, message: "It answered 404." })).toBe("1803");
    expect(toErrorCode({ ...failed, message: "GitHub answered 404 Not Found: no such issue" })).toBe("404");
    expect(toErrorCode({ ...failed, message: "It broke off after 200 bytes" })).toBeUndefined();
  });
  it("is none of a success", () =>
    expect(toErrorCode({ status: "success", metadata: { error_code: "404" } })).toBeUndefined());
});

it("says by name who allowed a call, as far as it is known", () => {
  expect(toApproval({ id: "apr_1", by: "user_1", name: "Ada" })).toEqual({ id: "apr_1", by: "Ada" });
  expect(toApproval({ id: "apr_1", by: "rule" })).toEqual({ id: "apr_1", by: "rule" });
  expect([undefined, null, {}, "x"].map(toApproval)).toEqual([undefined, undefined, undefined, undefined]);
});

it("reads the age of a stored response", () => {
  expect(toLogFields({ ...row, metrics: { cache_age_ms: 12_400 } }).cacheAgeMs).toBe(12_400);
  expect(toLogFields(row).cacheAgeMs).toBeUndefined();
});
