import { expect, it } from "vitest";
import { named } from "./named";

const read = (text: string) => named("thing's name").safeParse(text).data;

it("a name is one line of whole characters, which turns no text beside it around", () => {
  expect(read("  two words ")).toBe("two words");
  expect(read("a\r\nBcc: x@example.com\u2028b\u0007")).toBe("a Bcc: x@example.com b");
  expect(read("\u202egnp.exe\u2066\u2069")).toBe("gnp.exe");
  expect(read("half \ud800")).toBe("half \ufffd");
});

it("letters of every script, their marks and composed pictures stay as they are", () => {
  for (const name of ["مشروع\u200f ۱", "می\u200cخواهم", "👩‍👩‍👧", "e\u0301tude", "プロジェクト　一", "<b>bold</b>"])
    expect(read(name)).toBe(name);
});

it("a name of which nothing can be seen is none", () => {
  for (const name of ["", "   ", "\u200b", "\u2060\u00ad \u3164", "\u202e\n"]) expect(read(name), name).toBeUndefined();
});
