import { describe, expect, it } from "vitest";
import { meantNames, nearest, nearestSlugs, nearestToolkits } from "./nearest";

const MANY = Array.from({ length: 500 }, (_, toolkit) =>
  ["GET_ISSUE", "LIST_ISSUES", "CREATE_ISSUE", ...Array.from({ length: 60 }, (__, index) => `DO_${index}`)].map(
    (name) => `TOOLKIT${toolkit}X_${name}`,
  ),
).flat();
const SLUGS = [...MANY, "GITHUB_GET_AN_ISSUE", "GITHUB_LIST_ISSUES", "GITLAB_GET_ISSUE", "JIRA_GET_ISSUE", "SLACK"];

describe("nearest", () => {
  it("gives names that share words or letters, best first, and none for what resembles nothing", () => {
    expect(nearest("get_isue", ["get_issue", "get_issues", "list"], 2)).toEqual(["get_issue", "get_issues"]);
    expect(nearest("zzz", ["get_issue"], 5)).toEqual([]);
  });
});

describe("nearestSlugs", () => {
  it("compares tools of the same toolkit, however many others have better names", () => {
    expect(nearestSlugs("GITHUB_GET_ISSUE", SLUGS, 5)).toEqual(["GITHUB_GET_AN_ISSUE", "GITHUB_LIST_ISSUES"]);
    expect(nearestSlugs("github_get_issue", SLUGS, 1)).toEqual(["GITHUB_GET_AN_ISSUE"]);
  });

  it("looks in the toolkits with the nearest names where the toolkit is mistyped", () => {
    expect(nearestSlugs("GITHUP_GET_AN_ISSUE", SLUGS, 1)).toEqual(["GITHUB_GET_AN_ISSUE"]);
    expect(nearestSlugs("SLAK_SEND_MESSAGE", [...SLUGS, "SLACK_SEND_A_MESSAGE"], 1)).toEqual(["SLACK_SEND_A_MESSAGE"]);
  });

  it("compares no more than 2,000 names of one toolkit", () => {
    const slugs = Array.from({ length: 3_000 }, (_, index) => `ONE_THING_${index}`);
    expect(nearestSlugs("ONE_THING_1999", slugs, 1)).toEqual(["ONE_THING_1999"]);
    expect(nearestSlugs("ONE_THING_2500", slugs, 5)).not.toContain("ONE_THING_2500");
  });

  it("has nothing for a text that begins like no toolkit", () => {
    expect(nearestSlugs("", SLUGS, 5)).toEqual([]);
    expect(nearestSlugs("x".repeat(100_000), SLUGS, 5)).toEqual([]);
  });
});

describe("nearestToolkits", () => {
  it("gives the slug with the fewest changed letters first, however short it is", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `toolkit_${index}`);
    const slugs = [...many, "gmail", "github", "gitlab", "hackernews"];
    expect(nearestToolkits("gmial", slugs, 3)[0]).toBe("gmail");
    expect(nearestToolkits("Hackernewz", slugs, 3)).toEqual(["hackernews"]);
    expect(nearestToolkits("zzzzzz", slugs, 3)).toEqual([]);
  });
});

it("one name is asked about, and several are told", () => {
  expect([meantNames([], "List them."), meantNames(["a"], ""), meantNames(["a", "b"], "")]).toEqual([
    "List them.",
    "Did you mean a?",
    "Use one of: a, b.",
  ]);
});
