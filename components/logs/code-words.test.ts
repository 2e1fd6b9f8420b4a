import { expect, it } from "vitest";
import { codeTitle, codeWords } from "./code-words";

it("says whether a code is a status of HTTP or one of this server, and what it means where that is known", () =>
  expect(["404", "418", "1803", "1999"].map(codeTitle)).toEqual([
    "HTTP status 404: Not found",
    "HTTP status 418",
    "Error code 1803: No matching connected account",
    "Error code 1999",
  ]));

it("has no words for a code that is called like a part of every object", () => {
  for (const code of ["__proto__", "constructor"])
    expect([codeWords(code), codeTitle(code)]).toEqual(["", `Error code ${code}`]);
});
