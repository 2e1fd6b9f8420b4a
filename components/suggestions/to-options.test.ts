import { describe, expect, it } from "vitest";
import { distinct, toOptions } from "./to-options";

const github = { value: "github", label: "GitHub", toolkit: "github" };
const gitlab = { value: "gitlab", label: "GitLab", toolkit: "gitlab" };
const exactly = { takesParts: false, toValue: (text: string) => text.toLowerCase() };
const part = { takesParts: true, toValue: (text: string) => text.toUpperCase() };
const recentOptions = [{ value: "github", label: "github" }];

describe("suggestions", () => {
  it("say first what was seen lately, once, in the words of the server", () =>
    expect(toOptions({ typed: "", recent: recentOptions, found: [gitlab, github], asTyped: exactly })).toEqual([
      github,
      gitlab,
    ]));

  it("offer the typed text last where a filter compares exactly, so that a part takes what it begins", () =>
    expect(toOptions({ typed: "Git", recent: [], found: [github, gitlab], asTyped: exactly })).toEqual([
      github,
      gitlab,
      { value: "git", label: "Exactly “Git”" },
    ]));

  it("put what was typed whole first, and do not offer it twice", () =>
    expect(toOptions({ typed: "GITLAB", recent: [], found: [github, gitlab], asTyped: exactly })).toEqual([
      gitlab,
      github,
    ]));

  it("offer the typed text first where a filter takes a part", () =>
    expect(toOptions({ typed: "get_", recent: [], found: [], asTyped: part })).toEqual([
      { value: "get_", label: "Contains “get_”" },
    ]));

  it("take what is typed where nothing is known, and none of what was seen that does not fit", () =>
    expect(toOptions({ typed: "slack", recent: recentOptions, found: [], asTyped: exactly })).toEqual([
      { value: "slack", label: "Exactly “slack”" },
    ]));

  it("are eight at most, besides the typed text", () => {
    const foundOptions = Array.from({ length: 20 }, (_, index) => ({ value: `u${index}`, label: `u${index}` }));
    expect(toOptions({ typed: "u", recent: [], found: foundOptions, asTyped: exactly })).toHaveLength(9);
  });
});

it("distinct values stand once, in their order, without empty ones", () =>
  expect(distinct(["b", "", null, "a", undefined, "b"])).toEqual(["b", "a"]));
