/**
 * A text counts as a URL or not, however often it is asked: the runtime's own test answers otherwise once it is
 * compiled.
 */
import { expect, it } from "vitest";
import { isUrl } from "./is-url";

it("knows letters beyond ASCII after many calls too", () => {
  const wrong = Array.from({ length: 100_000 }, () => isUrl("https://bücher.example/ü")).filter((isValid) => !isValid);
  expect(wrong).toEqual([]);
});

it("refuses what is none", () => {
  expect([isUrl("https://"), isUrl("/path"), isUrl("/path", "https://a.example")]).toEqual([false, false, true]);
});
