import { expect, it } from "vitest";
import { findInexactNumber } from "./find-inexact-number";

it.each([
  "12345678901234567890",
  "-9007199254740993",
  "1e400",
  "[1,2,9007199254740993]",
  '{"a":{"b":12345678901234567891}}',
  `{"a":"x\\"9007199254740993","b":1e999}`,
  "9".repeat(500),
])("finds what parsing would change: %s", (text) => expect(findInexactNumber(text)).toBeDefined());

it.each([
  "9007199254740991",
  "9007199254740992",
  "1e21",
  "0.1234567890123456789",
  '{"id":"12345678901234567890"}',
  '{"a\\"12345678901234567890":1}',
  "[1.5e3,-0]",
  '"1e400"',
  "true",
  '{"9007199254740993":null}',
])("leaves alone what is carried as it is: %s", (text) => expect(findInexactNumber(text)).toBeUndefined());
