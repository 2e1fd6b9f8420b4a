/** Secrets that a provider repeats in escapes of JSON are hidden in what is read from it. */
import { expect, it } from "vitest";
import { hideEscaped } from "./hide-escaped";
import { hiderOf } from "./hide-secrets";
import { secretForms } from "./secret-forms";

const KEY = "sk_live_51HG8aBcDeFgHiJ";
const escapes = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`).join(
    "",
  );

const read = (json: string, secret: string): unknown => {
  const forms = secretForms(secret);
  const text = hiderOf(forms).text(json);
  return hideEscaped(JSON.parse(text), text, forms);
};

it("hides a secret in texts, lists and names, at every place", () => {
  const json = `{"a":[{"b":"key ${escapes(KEY)}!"},7,null],"${escapes(KEY)}":1,"__proto__":"${escapes("x")}","c":"${KEY}"}`;
  expect(JSON.stringify(read(json, KEY))).toBe(
    '{"a":[{"b":"key [redacted]!"},7,null],"[redacted]":1,"__proto__":"x","c":"[redacted]"}',
  );
});

it("hides a secret with characters beyond Latin-1, in uppercase escapes", () => {
  const secret = "ключ-от-сейфа-ПЖ";
  const json = `{"a":"${escapes(secret).replace(/[a-f]/g, (digit) => digit.toUpperCase())}"}`.replaceAll("\\U", "\\u");
  expect(read(json, secret)).toEqual({ a: "[redacted]" });
});

it("hides a short secret only as a whole value under the name of a secret", () => {
  const json =
    '{"a":[{"password":"hunter2","X-Api-Key":"hunter2"}],"name":"hunter2","token":"hunter22","pin":"hunter"}';
  expect(read(json, "hunter2")).toEqual({
    a: [{ password: "[redacted]", "X-Api-Key": "[redacted]" }],
    name: "hunter2",
    token: "hunter22",
    pin: "hunter",
  });
});

it("keeps a value without a secret unchanged", () => {
  const value = { a: ["é", { b: "long enough to be looked at" }] };
  expect(hideEscaped(value, '"\\u00e9"', secretForms(KEY))).toBe(value);
  expect(value).toEqual({ a: ["é", { b: "long enough to be looked at" }] });
});
