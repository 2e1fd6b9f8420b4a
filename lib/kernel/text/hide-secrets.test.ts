/** Known secrets are taken out of answers and files, in whatever form they come and wherever a stream is cut. */
import { describe, expect, it } from "vitest";
import { hiderOf } from "./hide-secrets";
import { secretForms } from "./secret-forms";

const KEY = "sk_live_51HG8aBcDeFgHiJ";
const ODD = 'p@ss "w0rd"&x=1+2/3?<é>~\\';
const base64 = (text: string) => Buffer.from(text).toString("base64");
const percent = (text: string) => encodeURIComponent(text).replaceAll("'", "%27");

const coded = (text: string, signs: RegExp, capitals = false) =>
  text.replace(signs, (sign) => {
    const digits = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${capitals ? digits.toUpperCase() : digits}`;
  });

const FORMS: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  "percent-encoded": percent,
  "JSON-escaped": (secret) => JSON.stringify(secret).slice(1, -1),
  "HTML-escaped": (secret) =>
    secret.replace(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[sign] ?? "quot"};`),
  "in JSON of Go": (secret) => coded(JSON.stringify(secret).slice(1, -1), /[<>&]/g),
  "in JSON of .NET": (secret) =>
    coded(JSON.stringify(secret).slice(1, -1).replaceAll('\\"', "\\u0022"), /[<>&'+`]|[^\x20-\x7e]/g, true),
  hexadecimal: (secret) => Buffer.from(secret).toString("hex"),
  "hexadecimal in capitals": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  ...Object.fromEntries(
    ["", "u", "us", "use", "user:"].flatMap((before) => [
      [`Base64 behind ${before.length} bytes`, (secret: string) => base64(`${before}${secret}!`)],
      [
        `Base64 of URLs behind ${before.length} bytes`,
        (secret: string) => Buffer.from(`${before}${secret}!`).toString("base64url"),
      ],
      [
        `Base64 in JSON of PHP behind ${before.length} bytes`,
        (secret: string) => base64(before + secret).replaceAll("/", "\\/"),
      ],
      [`Base64 in a URL behind ${before.length} bytes`, (secret: string) => percent(base64(before + secret))],
    ]),
  ),
};

/** The parts of a text that are long enough to be looked for. */
const parts = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 11) }, (_, index) => text.slice(index, index + 12));

async function streamed(chunks: Iterable<Uint8Array>, forms: readonly string[]): Promise<string> {
  const out: Uint8Array[] = [];
  for await (const chunk of hiderOf(forms).stream(chunks)) out.push(chunk);
  return Buffer.concat(out).toString();
}

describe.each([
  ["a plain key", KEY],
  ["signs of URLs, JSON and HTML", ODD],
])("%s", (_, secret) => {
  const forms = secretForms(secret);

  it.each(Object.entries(FORMS))("is hidden %s, in texts, files and streams", async (_name, write) => {
    const message = write(secret);
    const text = `The app said: ${message} (code 7).`;
    const stars = hiderOf(forms).bytes(Buffer.from(text)).toString();
    for (const clean of [hiderOf(forms).text(text), stars]) {
      expect(clean).toMatch(/^The app said: .*(\[redacted\]|\*{11}).* ?\(code 7\)\.$/);
      expect(parts(message).filter((part) => parts(clean).includes(part))).toEqual([]);
    }
    expect(Buffer.byteLength(stars)).toBe(Buffer.byteLength(text));
    expect(await streamed([Buffer.from(text)], forms)).toBe(stars);
  });
});

it("hides a secret of a stream wherever it is cut, and keeps all other bytes", async () => {
  const forms = secretForms(KEY);
  const longest = Math.max(...forms.map((form) => form.length));
  // The room in which a stream is looked through ends at this length.
  const room = 65_536 + 2 * longest;
  for (let before = room - longest - 3; before <= room + 3; before++) {
    const bytes = Buffer.from(`${"x".repeat(before)}${KEY}yz${KEY}`);
    const clean = `${"x".repeat(before)}${"*".repeat(KEY.length)}yz${"*".repeat(KEY.length)}`;
    expect((await streamed([bytes], forms)) === clean).toBe(true);
  }
  const text = Buffer.from(`ab${KEY}cd`);
  for (let cut = 0; cut <= text.length; cut++)
    expect(await streamed([text.subarray(0, cut), text.subarray(cut)], forms)).toBe(`ab${"*".repeat(KEY.length)}cd`);
  expect(
    await streamed(
      Array.from(text, (byte) => Buffer.from([byte])),
      forms,
    ),
  ).toBe(`ab${"*".repeat(KEY.length)}cd`);
  expect(await streamed([], forms)).toBe("");
});

it("keeps what only begins like a secret, and hides the longer one of two that begin alike", () => {
  const head = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.";
  const [first, second] = [`${head}first-token-of-ada`, `${head}first-token-of-ada-and-bob`];
  const hider = hiderOf([...secretForms(first), ...secretForms(second)]);
  const other = `${head}another-token-of-eve`;
  expect(hider.text(`${other} ${second} ${first}`)).toBe(`${other} [redacted] [redacted]`);
});

it("hides a secret of more than one piece", async () => {
  const secret = Array.from({ length: 30_000 }, (_, index) => `${index}aZ`).join("");
  const clean = await streamed([Buffer.from(`ab ${secret} cd`)], secretForms(secret));
  expect(clean).toBe(`ab ${"*".repeat(secret.length)} cd`);
});

it("hides the same in the first of many short texts and in the last", () => {
  const hider = hiderOf(secretForms(KEY));
  const texts = Array.from({ length: 20_000 }, (_, index) => `row ${index}: ${index % 1000 === 0 ? KEY : "nothing"}`);
  const clean = texts.map((text) => hider.text(text));
  expect(clean).toEqual(texts.map((text) => text.replace(KEY, "[redacted]")));
});

it("looks through texts made to be slow in time that grows with them alone", () => {
  const alike = [`${"a".repeat(60_000)}b`, ...Array.from({ length: 100 }, (_, n) => `${"a".repeat(500)}${n}`)];
  const hider = hiderOf(alike);
  const startedAt = performance.now();
  for (const text of ["a".repeat(1_000_000), `${"a".repeat(59_999)}c`.repeat(16)]) hider.text(text);
  // Comparing each of them to its end at each place takes minutes; this takes less than a second.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});
