/** Tests budgets in words. */
import { expect, it } from "vitest";
import { toShare, toSubjectWords, toTermsWords, toUseWords, type Budget } from "./budget-words";

const BUDGET: Budget = {
  policy_id: "pol_1",
  name: "Trial users",
  enabled: true,
  scope: "project",
  unit: "calls",
  per_day: 2000,
  counted_by: "user",
  most_used: 1500,
  subjects: 3,
  used_up: 0,
};

it("says the limit, the use and whose it is", () => {
  expect(toTermsWords(BUDGET)).toBe("2,000 calls a day for each user");
  expect([toUseWords(BUDGET), toShare(BUDGET)]).toEqual(["1,500 of 2,000 calls", 0.75]);
  expect(toSubjectWords(BUDGET)).toBe("Most used of 3 users");
  expect(toSubjectWords({ ...BUDGET, used_up: 2 })).toBe("Most used of 3 users; 2 used up");
  expect(toSubjectWords({ ...BUDGET, subjects: 1, used_up: 1 })).toBe("By 1 user; 1 used up");
  expect(toSubjectWords({ ...BUDGET, subjects: 0 })).toBe("No user today");
  expect(toSubjectWords({ ...BUDGET, counted_by: "all" })).toBe("");
});

it("fills the bar at most", () => expect(toShare({ ...BUDGET, most_used: 9000 })).toBe(1));
