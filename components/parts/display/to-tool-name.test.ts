import { expect, test } from "vitest";
import { isToolSlug, toToolkitSlug, toToolName } from "./to-tool-name";

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

test("the toolkit of a tool is the longest beginning of its slug that is a toolkit", () => {
  const toolkits = new Set(["google", "google_maps", "github"]);
  const toolkitOf = (slug: string) => toToolkitSlug(slug, (toolkit) => toolkits.has(toolkit));
  expect(toolkitOf("GOOGLE_MAPS_NEARBY_SEARCH")).toBe("google_maps");
  expect(toolkitOf("GITHUB_CREATE_AN_ISSUE")).toBe("github");
  expect(toolkitOf("GITHUB")).toBe("");
  expect(toolkitOf("NOTION_GET_PAGE")).toBe("");
});

test("capitals alone tell a tool, also while its toolkit is not known", () => {
  expect(["GMAIL_SEND_EMAIL", "CUSTOM_constructor"].map(isToolSlug)).toEqual([true, true]);
  expect(["gmail", "google_maps", "21"].map(isToolSlug)).toEqual([false, false, false]);
});
