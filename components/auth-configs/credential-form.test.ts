import { expect, test } from "vitest";
import { toHint } from "./credential-form";

test("a description that only repeats the label of its field is no hint", () => {
  expect(toHint({ displayName: "Client ID", description: "The ID of your OAuth app" })).toBeUndefined();
  expect(toHint({ displayName: "API key", description: "" })).toBeUndefined();
});

test("a description that adds something is shown as it is", () => {
  const description = "The ID of your OAuth app, below Settings";
  expect(toHint({ displayName: "Client ID", description })).toBe(description);
});
