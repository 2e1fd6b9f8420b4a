/** Names of files in every form that providers write. */
import { expect, it } from "vitest";
import { toFileName } from "./file-name";

const named = (disposition: string, type = "application/pdf") =>
  toFileName({
    url: "https://x.example/export/7",
    headers: { "content-disposition": disposition, "content-type": type },
  });

it.each([
  ['attachment; filename="a.pdf"', "a.pdf"],
  ["attachment; filename=a.pdf", "a.pdf"],
  ['attachment; filename="r\u00e9sum\u00e9.pdf"', "r\u00e9sum\u00e9.pdf"],
  ["attachment; filename=\"x.pdf\"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", "r\u00e9sum\u00e9.pdf"],
  ["attachment; filename*=UTF-8'en'r%C3%A9sum%C3%A9.pdf; filename=x.pdf", "r\u00e9sum\u00e9.pdf"],
  ["attachment; filename*=ISO-8859-1''r%E9sum%E9.pdf", "r\u00e9sum\u00e9.pdf"],
  ["attachment; filename*=windows-1251''%CF%F0%E8%E2%E5%F2.pdf", "\u041f\u0440\u0438\u0432\u0435\u0442.pdf"],
  ["attachment; filename*=shift_jis'ja'%93%FA%96%7B.pdf", "\u65e5\u672c.pdf"],
  ["attachment; filename*=\"utf-8''a%20b.pdf\"", "a b.pdf"],
  ["attachment; FileName* = utf-8''a%2Fb%00.pdf", "b.pdf"],
  ["attachment; filename*=nosuch''r%C3%A9.pdf", "r\u00e9.pdf"],
  ["attachment; filename*=UTF-8''r%C3%A9%E9.pdf", "r\u00e9\u00e9.pdf"],
  ['attachment; filename="=?UTF-8?B?csOpc3Vtw6k=?=.pdf"', "r\u00e9sum\u00e9.pdf"],
  ['attachment; filename="=?iso-8859-1?Q?r=E9sum=E9_1.pdf?="', "r\u00e9sum\u00e9 1.pdf"],
  ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['attachment; filename="..\\\\..\\\\b.pdf"', "b.pdf"],
  ["attachment", "7.pdf"],
  ["attachment; filename*=broken", "7.pdf"],
])("the header %s results in the name %s", (disposition, name) => {
  expect(named(disposition)).toBe(name);
});

it("keeps the end of a long name, in whole characters", () => {
  const name = named(`attachment; filename="${"\u{1f600}".repeat(400)}.pdf"`);
  expect([...name]).toHaveLength(200);
  expect(name.isWellFormed()).toBe(true);
  // The header itself is cut inside of a character, with no part of a name behind it.
  for (const first of ["a", "ab"])
    expect(named(`attachment; filename=${first}${"\u{1f600}".repeat(1200)}`).isWellFormed()).toBe(true);
});
