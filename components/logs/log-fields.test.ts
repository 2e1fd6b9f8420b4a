/** From a log row to the playground. */
import { describe, expect, it } from "vitest";
import { rerunHref, toAccountRule } from "./log-fields";

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
    expect(toAccountRule({ rule: "most recent" })).toBe("The user's most recent account that works");
    expect(toAccountRule({ rule: "alias", alias: "work" })).toBe("The call named its alias “work”");
    expect(toAccountRule({ rule: "explicit id", owner: "ada", used_by: "bob" })).toBe(
      "The call named its id; ada shares it with bob",
    );
    expect(toAccountRule({ rule: "a rule of later" })).toBe("a rule of later");
    expect([undefined, null, {}, "text"].map(toAccountRule)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
