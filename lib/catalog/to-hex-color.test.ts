/** Colors in the words of people. */
import { expect, it } from "vitest";
import { toHexColor } from "./to-hex-color";

const NAMES = new Map([
  ["red", "#df2f4a"],
  ["dark gray", "#757575"],
]);

it.each([
  ["#FF642E", "#ff642e"],
  ["ff642e", "#ff642e"],
  ["#0af", "#00aaff"],
  [" Red ", "#df2f4a"],
  ["dark-grey", "#757575"],
  ["#12345", undefined],
  ["constructor", undefined],
])("%j is %j", (words, hex) => {
  expect(toHexColor(words, NAMES)).toBe(hex);
});
