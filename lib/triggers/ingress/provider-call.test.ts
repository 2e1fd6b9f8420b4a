/** Bodies of reports: read within bounds, with the digits that the provider wrote. */
import { expect, it } from "vitest";
import { textAt } from "@/lib/catalog/event-value";
import { Verification } from "@/lib/catalog/verification";
import { asSigned, formOf, toEvent, type ProviderCall } from "./provider-call";

const call = (text: string, type = "application/json"): ProviderCall => ({
  method: "POST",
  url: "https://x.example/",
  headers: { "content-type": type },
  query: {},
  bytes: Buffer.from(text),
  text,
});

it("provider calls keep 64-bit ids, in JSON and in JSON within a form", () => {
  const event = toEvent(call('{"id":1234567890123456789}'), {});
  expect(event.body).toEqual({ id: "1234567890123456789" });
  expect(textAt({ path: "id" }, event)).toBe("1234567890123456789");
  const form = `payload=${encodeURIComponent('{"id":[-9223372036854775808]}')}`;
  expect(toEvent(call(form, "application/x-www-form-urlencoded"), { formField: "payload" }).body).toEqual({
    id: ["-9223372036854775808"],
  });
});

it("provider calls stay texts if they contain too much", () => {
  for (const raw of ["[".repeat(65) + "]".repeat(65), `[${"[],".repeat(100_000)}[]]`, "<a>"])
    expect(toEvent(call(raw), {}).body).toBe(raw);
});

const FORM = "application/x-www-form-urlencoded";

it("provider calls stay JSON if a header, which nobody has signed, declares a form", () => {
  const json = '{"comment":"&payload=%7B%22kind%22%3A%22paid%22%7D&"}';
  const body = { comment: "&payload=%7B%22kind%22%3A%22paid%22%7D&" };
  expect(toEvent(call(json, FORM), { formField: "payload" }).body).toEqual(body);
  for (const raw of ['{"a":"&payload={}"', '<a x="&payload={}"/>'])
    expect(toEvent(call(raw, FORM), { formField: "payload" }).body).toBe(raw);
});

it("signed provider calls are read by their bytes, whatever charset a header names", () => {
  const json = '{"comment":"+ACIALAAi-kind+ACIAOgAi-paid"}';
  const original = call(json, "application/json; charset=utf-7");
  const forgery = {
    ...original,
    headers: { ...original.headers, "x-signature": "00" },
    text: '{"comment":"","kind":"paid"}',
  };
  const hmac = { by: "hmac", header: "x-signature" } as const;
  const rule = Verification.parse({ by: "anyOf", rules: [{ by: "token", at: { header: "x-token" } }, hmac] });
  for (const verify of [Verification.parse(hmac), rule]) expect(asSigned(forgery, verify).text).toBe(json);
  // Without one, who sends it may say what it is.
  expect(asSigned({ ...forgery, headers: original.headers }, rule).text).toBe(forgery.text);
});

it("provider calls stay texts if they are forms of too many fields", () => {
  const raw = Array.from({ length: 100_000 }, (_, index) => `a${index}=`).join("&");
  expect(toEvent(call(raw, FORM), {}).body).toBe(raw);
  expect(formOf(raw)).toBeUndefined();
});

it("provider calls are read once, however many rules use them", () => {
  const providerCall = call('{"a":1}');
  expect(toEvent(providerCall, {}).body).toBe(toEvent(providerCall, {}).body);
});
