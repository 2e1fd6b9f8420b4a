import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { PICTURES, withPictures } from "./rooms-picture.mjs";

it.each(Object.keys(PICTURES))(
  "%s shows the rooms as they are; node scripts/check/rooms-picture.mjs draws them again",
  (file) => {
    const text = readFileSync(inRoot(file), "utf8");
    expect(withPictures(file, text)).toBe(text);
  },
);
