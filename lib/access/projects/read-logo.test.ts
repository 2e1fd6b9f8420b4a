import { expect, it } from "vitest";
import { jpeg, png, webp } from "@/test/builders/images";
import { MAX_LOGO_BYTES, readLogo } from "./read-logo";

it.each([
  ["image/png", png(64, 64)],
  ["image/jpeg", jpeg(2000, 10)],
  ["image/webp", webp("VP8 ", 100, 50)],
  ["image/webp", webp("VP8L", 100, 50)],
  ["image/webp", webp("VP8X", 100, 50)],
])("tells %s by its bytes", (type, bytes) => expect(readLogo(bytes)).toBe(type));

it.each([
  [
    "SVG, which can hold scripts",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["GIF", Buffer.from("GIF89a\x10\0\x10\0\0\0\0", "latin1")],
  ["the first bytes of a PNG", png(64, 64).subarray(0, 20)],
  ["a JPEG without a frame", Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ["a JPEG whose parts lead nowhere", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
  ["nothing", Buffer.alloc(0)],
])("400: refuses %s", (_what, bytes) => {
  expect(() => readLogo(bytes)).toThrow("The logo is not a PNG, JPEG or WebP image.");
});

it.each([
  ["PNG", png(2001, 64)],
  ["PNG", png(64, 4_000_000_000)],
  ["JPEG", jpeg(64, 65_535)],
  ["WebP", webp("VP8X", 16_000, 16_000)],
])("400: refuses a %s with too many pixels, which a browser would have to unpack", (_type, bytes) => {
  expect(() => readLogo(bytes)).toThrow(/pixels; 2000 by 2000 are the most/);
});

it("400: refuses more than 512 KB, and an image without pixels", () => {
  expect(() => readLogo(Buffer.concat([png(64, 64), Buffer.alloc(MAX_LOGO_BYTES)]))).toThrow("has more than 512 KB");
  expect(() => readLogo(png(0, 64))).toThrow("has no pixels");
});
