import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeAnyText, decodeText } from "./decode-text";

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));

test.each([
  ["a declaration of XML", "text/xml", bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\xe9</a>')],
  ["a declaration of XML in Cyrillic", "application/xml", bytes("<?xml version='1.0' encoding='koi8-r'?><a>\xd4</a>")],
  ["a meta element", "text/html", bytes("<html><head><meta charset=windows-1252><p>\x80")],
  ["a longer meta element", "text/html", bytes('<meta http-equiv="x" content="text/html; charset=big5">\xa4\xa4')],
  ["a rule of CSS", "text/css", bytes('@charset "iso-8859-15"; a{content:"\xa4"}')],
])("what %s says is followed", (_, type, body) => {
  const text = decodeText(body, type);
  expect(text).toMatch(/é|т|€|中/);
  expect(text).not.toContain("\ufffd");
});

test.each(["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
  "a mark of %s counts before any charset, and goes",
  (label) => {
    const body = iconv.encode("€ 中 é", label, { addBOM: true });
    for (const type of ["text/plain", "text/plain; charset=iso-8859-1", "application/json; charset=utf-8", ""])
      expect(decodeText(body, type, type !== "")).toBe("€ 中 é");
  },
);

test.each(["utf-16le", "utf-16be", "utf-32le", "utf-32be"])("JSON in %s is read without a mark", (label) => {
  expect(decodeText(iconv.encode('{"a":"é中"}', label), "application/json")).toBe('{"a":"é中"}');
});

test.each(["cp437", "utf-7", "ibm852", "windows-1250", "gb18030", "shift_jis", "iso-2022-jp", "euc-kr"])(
  "the charset %s of a header is read",
  (label) => {
    const text =
      label === "iso-2022-jp"
        ? "日"
        : label === "euc-kr"
          ? "한"
          : label === "shift_jis"
            ? "日"
            : label === "gb18030"
              ? "中"
              : "é";
    const body =
      label === "iso-2022-jp" ? bytes([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]) : iconv.encode(text, label);
    expect(decodeText(body, `text/plain; charset="${label}"`)).toBe(text);
  },
);

test("bytes that are no UTF-8 are windows-1252, and what is UTF-8 among them stays", () => {
  expect(decodeText(bytes("caf\xe9 \x80 \x81"), "text/csv")).toBe("café € \x81");
  expect(decodeText(bytes("caf\xc3\xa9 \xe9 \xf0\x9f\x98\x80"), "application/json; charset=utf-8")).toBe("café é 😀");
  expect(decodeText(bytes("\xed\xa0\x80 \xc0\x80 \xf4\x90\x80\x80 \xe2\x82"), "text/plain")).not.toContain("\ufffd");
});

test("bytes that are no text are none, whatever their type says", () => {
  const png = bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
  expect(decodeText(png, "text/plain")).toBeNull();
  expect(decodeText(png, "", false)).toBeNull();
  expect(decodeText(bytes("caf\xe9"), "", false)).toBeNull();
  expect(decodeText(bytes("\xff\xfe\x01\x02\x03"), "", false)).toBeNull();
  expect(decodeAnyText(png)).toContain("PNG");
});

test("a charset that nobody knows, or that does not fit, does not lose a character", () => {
  expect(decodeText(Buffer.from("é中"), "text/plain; charset=nonsense")).toBe("é中");
  expect(decodeText(Buffer.from("é中"), "text/plain; charset=shift_jis-x")).toBe("é中");
  expect(decodeText(bytes("\xe9\xff"), "text/plain; charset=euc-jp")).toBe("éÿ");
  expect(decodeText(Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>'), "text/xml")).toContain("é");
});
