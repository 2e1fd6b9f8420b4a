import { expect, it } from "vitest";
import { canonicalJson } from "@/scripts/audit/canonical-json.mjs";
import { toCanonicalJson } from "./to-canonical-json";

const VALUES: readonly unknown[] = [
  null,
  undefined,
  true,
  -0,
  1e21,
  1.5,
  "",
  'quote " and \\ backslash',
  "line\nfeed \u0000 \u001f \u007f \u2028 é 😀 half \ud83d",
  "x".repeat(64),
  `${"x".repeat(70)}"`,
  [],
  {},
  [[], [undefined, null], {}],
  { b: 1, a: undefined, "": 0, 'a"b': [1, 2], 10: "ten", 9: "nine", é: { z: 1, y: [{ q: 2, p: 1 }] } },
  { a: undefined },
];

it("writes the bytes that the verifier writes, whose code is its own", () => {
  for (const value of VALUES) {
    // The verifier reads JSON, which has no undefined members.
    const read: unknown = JSON.parse(JSON.stringify(value) ?? "null");
    expect(toCanonicalJson(value)).toBe(canonicalJson(read));
  }
});

it("sorts members by the units of their names, also numbers", () => {
  expect(toCanonicalJson({ b: 1, 10: 2, 9: 3, B: 4, é: 5 })).toBe('{"10":2,"9":3,"B":4,"b":1,"é":5}');
});
