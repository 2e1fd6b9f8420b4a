import { expect, it } from "vitest";
import { firstScopes } from "./first-scopes";

it("begins with the first usual scope and the reading parts, where the provider names such parts", () => {
  const usual = ["repo", "user", "read:org", "gist", "workflow"];
  expect(firstScopes({ default: usual, available: [...usual, "read:user", "delete_repo"] })).toEqual([
    "repo",
    "read:user",
    "read:org",
  ]);
});

it("begins with all usual scopes of other providers", () => {
  const usual = ["read:jira-work", "write:jira-work", "offline_access"];
  expect(firstScopes({ default: usual, available: usual })).toEqual(usual);
  expect(firstScopes({ default: [], available: ["a"] })).toEqual([]);
});
