import { expect, it } from "vitest";
import { behaviorTags } from "./tool-tags";

it.each([
  ["get", "Delete nothing", "readOnlyHint"],
  ["post", "Search issues", "readOnlyHint"],
  ["delete", "Take a star away", "destructiveHint"],
  ["post", "Delete messages", "destructiveHint"],
  ["post", "revoke a token", "destructiveHint"],
  ["put", "Replace a file", "idempotentHint"],
  ["patch", "Update an issue", "updateHint"],
] as const)("%s with the words %j is told as %s", (method, words, hint) => {
  expect(behaviorTags(method, words)).toEqual([hint, "openWorldHint"]);
});

it("a POST that makes something promises nothing", () => {
  expect(behaviorTags("post", "Create an issue")).toEqual(["openWorldHint"]);
});
