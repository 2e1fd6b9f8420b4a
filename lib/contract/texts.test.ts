/** Addresses of callers hold nothing that a parser drops or a log breaks at. */
import { expect, it } from "vitest";
import { urlOf } from "./texts";

it("400: an address with control characters is refused, and one without is taken", () => {
  for (const odd of [
    "\0https://x.example",
    "https://x.example/\r\nset-cookie: a",
    "https://x.example/\x7fa",
    "https://x.example/\u0085a",
  ])
    expect([odd, urlOf("").safeParse(odd).success]).toEqual([odd, false]);
  for (const plain of ["https://x.example/a?b=%0A", "http://x.example/ü"])
    expect([plain, urlOf("").safeParse(plain).success]).toEqual([plain, true]);
  expect(urlOf("").parse("myapp://done")).toBe("myapp://done");
});
