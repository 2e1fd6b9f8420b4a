/** Messages as other mail programs read them. */
import { describe, expect, it } from "vitest";
import { encodeWords, formatAddress, MailError, writeMail, type Mail } from "./mime";

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: ["ada@example.com"],
  cc: [],
  bcc: [],
  subject: "Hello",
  body: "Text",
  isHtml: false,
  ...more,
});

const headersOf = (text: string): string => text.slice(0, text.indexOf("\r\n\r\n"));
const decodeWords = (text: string): string =>
  text
    .replace(/\r\n /g, "")
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, "base64").toString("utf8"));

describe("writeMail", () => {
  it("is ASCII in short lines that end with CR LF", () => {
    const text = writeMail(
      mail({ subject: "Grüße aus Zürich ".repeat(20), body: "Ä".repeat(5000), to: ["Zoë <zoe@example.com>"] }),
    );
    expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(text.split("\r\n").every((line) => line.length <= 78 && !/[\r\n]/.test(line))).toBe(true);
  });

  it("keeps every character of subject and body", () => {
    const body = "Zeile eins\nZeile zwei – 😀";
    const text = writeMail(mail({ subject: "Über 😀😀😀😀😀😀😀😀😀😀😀😀😀 alles", body }));
    expect(decodeWords(headersOf(text))).toContain("Subject: Über 😀😀😀😀😀😀😀😀😀😀😀😀😀 alles");
    expect(Buffer.from(text.slice(text.indexOf("\r\n\r\n") + 4), "base64").toString("utf8")).toBe(
      body.replace("\n", "\r\n"),
    );
  });

  it.each([
    ["subject", { subject: "Hi\r\nBcc: eve@example.com" }],
    ["address", { to: ["ada@example.com\r\nBcc: eve@example.com"] }],
    ["copy", { cc: ["a@example.com\nX: y"] }],
    ["attachment's name", { attachments: [{ name: "a\r\nX: y", mimetype: "text/plain", bytes: new Uint8Array() }] }],
    ["reference", { references: ["<a@b>\r\nX: y"] }],
  ])("refuses a line break in the %s", (_, more) => {
    expect(() => writeMail(mail(more))).toThrow(MailError);
  });

  it("attaches bytes under their own name, also when it is not ASCII", () => {
    const bytes = new Uint8Array(300).map((_, index) => index % 256);
    const text = writeMail(mail({ attachments: [{ name: 'Bild "ä".png', mimetype: "image/png", bytes }] }));
    const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? "";
    const part = text.split(`--${boundary}`)[2] ?? "";
    expect(part).toContain("filename*=UTF-8''Bild%20%22%C3%A4%22.png");
    expect(part).toContain('filename="Bild ____.png"'.replace("____", "___"));
    expect(new Uint8Array(Buffer.from(part.slice(part.indexOf("\r\n\r\n") + 4), "base64"))).toEqual(bytes);
    expect(text.trimEnd().endsWith(`--${boundary}--`)).toBe(true);
  });

  it("refuses what no mail program shows a tenth of", () => {
    const long = "x".repeat(10_001);
    const bytes = new Uint8Array();
    expect(() => writeMail(mail({ subject: long }))).toThrow("The subject has 10001 characters");
    expect(() => writeMail(mail({ attachments: [{ name: long, mimetype: "text/plain", bytes }] }))).toThrow(
      "The attachment's name has 10001 characters",
    );
  });

  it("does not let a strange type become a header", () => {
    expect(
      writeMail(mail({ attachments: [{ name: "a", mimetype: "text/plain\r\nX: y", bytes: new Uint8Array() }] })),
    ).toContain("Content-Type: application/octet-stream");
  });
});

describe("formatAddress", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["Ada Lovelace <ada@example.com>", '"Ada Lovelace" <ada@example.com>'],
    ['"Ada, Lady" <ada@example.com>', '"Ada, Lady" <ada@example.com>'],
    ["<ada@example.com>", "ada@example.com"],
    ["info@müller.example", "info@xn--mller-kva.example"],
    ["Ada <info@müller.example>", '"Ada" <info@xn--mller-kva.example>'],
    ["Ädä <info@müller.example>", "=?UTF-8?B?w4Rkw6Q=?= <info@xn--mller-kva.example>"],
  ])("writes %s", (text, expected) => {
    expect(formatAddress(text)).toBe(expected);
  });

  it.each(["ada", "a@b, c@d", "a b@c", "@", "ada@", "ädä@example.com", "a@mü ller.example", "a@müller.example\u2044x"])(
    "refuses %s",
    (text) => {
      expect(() => formatAddress(text)).toThrow(MailError);
    },
  );
});

describe("encodeWords", () => {
  it("leaves ASCII alone and keeps every word within 75 characters", () => {
    expect(encodeWords("plain (text)")).toBe("plain (text)");
    expect(
      encodeWords("é".repeat(200))
        .split("\r\n ")
        .every((word) => word.length <= 75),
    ).toBe(true);
  });
});
