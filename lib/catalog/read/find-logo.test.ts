/** The tile of a toolkit without a mark. */
import { expect, it } from "vitest";
import { letterAvatar, TILE_COLORS } from "./find-logo";

const letters = (name: string) => />([^<]*)<\/text>/.exec(letterAvatar("x", name))?.[1];

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

it("keeps its color, which is its slug's", () => {
  expect(letterAvatar("attio", "Attio")).toBe(letterAvatar("attio", "Attio"));
  const colors = new Set(["attio", "plaid", "lever", "gong", "freshdesk"].map((slug) => letterAvatar(slug, "X")));
  expect(colors.size).toBeGreaterThan(2);
});

it.each(TILE_COLORS)("%s carries white text at 4.5 to 1", (color) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const part = parseInt(color.slice(index, index + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5);
});
