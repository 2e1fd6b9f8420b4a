import { expect, test } from "vitest";
import { toToolName } from "./to-tool-name";

test("a slug is read as a sentence without the name of its toolkit", () => {
  expect(toToolName("GITHUB_CREATE_AN_ISSUE", "github")).toBe("Create an issue");
  expect(toToolName("HACKERNEWS_GET_ITEM_WITH_ID", "hackernews")).toBe("Get item with ID");
  expect(toToolName("GOOGLE_MAPS_NEARBY_SEARCH", "google_maps")).toBe("Nearby search");
});

test("a text that is no slug of the toolkit has no name", () => {
  expect(toToolName("Unknown tool", "github")).toBeNull();
  expect(toToolName("GITHUB", "github")).toBeNull();
  expect(toToolName("SLACK_SEND_MESSAGE", "github")).toBeNull();
  expect(toToolName("GITHUB_CREATE_AN_ISSUE", "")).toBeNull();
  expect(toToolName("CUSTOM_constructor", "custom")).toBeNull();
});
