/** The codes of authenticator apps are those of the RFCs. */
import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { codeOf, findStep, fromBase32, newSecret, stepAt, toBase32, toOtpauthUrl } from "./find-step";

const RFC_SECRET = toBase32(Buffer.from("12345678901234567890"));

it.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("has the code of RFC 6238, appendix B, at %d seconds", (seconds, code) => {
  const time = new Date(seconds * 1000);
  expect(codeOf(RFC_SECRET, stepAt(time), 8)).toBe(code);
  expect(codeOf(RFC_SECRET, stepAt(time))).toBe(code.slice(2));
});

it.each(["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])(
  "has the code of RFC 4226, appendix D: %s",
  (code) => {
    const steps = Array.from({ length: 10 }, (_, step) => codeOf(RFC_SECRET, step));
    expect(steps).toContain(code);
  },
);

it.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("writes and reads base32 as RFC 4648, section 10: %s", (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
  expect(fromBase32(base32).toString()).toBe(text);
});

it("reads every secret that it writes, and refuses other letters", () => {
  for (let i = 0; i < 50; i++) {
    const bytes = randomBytes(20);
    expect(fromBase32(toBase32(bytes))).toEqual(bytes);
  }
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(() => fromBase32("abc1")).toThrow("base32");
});

it("accepts the step before and the next step, and no other", () => {
  const secret = newSecret();
  const time = new Date("2026-11-28T12:00:10Z");
  const step = stepAt(time);
  for (const drift of [-1, 0, 1]) expect(findStep(secret, codeOf(secret, step + drift), time)).toBe(step + drift);
  for (const code of [codeOf(secret, step), "", "12345", "1234567", "abcdef"])
    expect(findStep(newSecret(), code, time)).toBeNull();
  const near = new Set([-1, 0, 1].map((drift) => codeOf(secret, step + drift)));
  for (const drift of [-3, -2, 2, 3]) {
    const code = codeOf(secret, step + drift);
    if (!near.has(code)) expect(findStep(secret, code, time)).toBeNull();
  }
});

it("gives apps an address whose parts are escaped", () => {
  expect(toOtpauthUrl("ABC", "ada+x@example.com", "Patchbay (a:1)")).toBe(
    "otpauth://totp/Patchbay%20(a%3A1):ada%2Bx%40example.com?secret=ABC&issuer=Patchbay%20(a%3A1)",
  );
});
