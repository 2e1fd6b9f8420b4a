/** The tile of a toolkit without a mark. */
import { expect, it } from "vitest";
import { readableShade } from "@/lib/contract/readable-on";
import { LETTER_COLOR, letterAvatar } from "./find-logo";

const letters = (name: string) => />([^<]*)<\/text>/.exec(letterAvatar(name))?.[1];

it("shows two initials at most, and no text of its name that could be markup", () => {
  expect(["Alpha Vantage", "BambooHR", "2Chat", "Big Data Cloud", "微信", "", '<a b="'].map(letters)).toEqual([
    "AV",
    "B",
    "2",
    "BD",
    "微",
    "?",
    "AB",
  ]);
});

it("has one quiet color for all, and none of its own behind the letters", () => {
  expect(letterAvatar("Attio")).toContain(`fill="${LETTER_COLOR}">A<`);
  expect(letterAvatar("Attio")).not.toContain("<rect");
});

it.each(["#ffffff", "#191c22"])("is easy to see on %s", (ground) => {
  expect(readableShade(LETTER_COLOR, ground, 3)).toBe(LETTER_COLOR);
});
