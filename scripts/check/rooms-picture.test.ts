import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { withPictures } from "./rooms-picture.mjs";

it("docs/architecture.md shows the rooms as their imports are; node scripts/check/rooms-picture.mjs draws them again", () => {
  const text = readFileSync(inRoot("docs/architecture.md"), "utf8");
  expect(withPictures(text)).toBe(text);
});
