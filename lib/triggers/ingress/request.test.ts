/** Bodies of reports: read within bounds, with the digits that the provider wrote. */
import { expect, it } from "vitest";
import { textAt } from "@/lib/catalog/event-value";
import { toEvent, type ProviderCall } from "./request";

const call = (text: string, type = "application/json"): ProviderCall => ({
  method: "POST",
  url: "https://x.example/",
  headers: { "content-type": type },
  query: {},
  bytes: Buffer.from(text),
  text,
});

it("keep ids of 64 bits, in JSON and in JSON within a form", () => {
  const event = toEvent(call('{"id":1234567890123456789}'), {});
  expect(event.body).toEqual({ id: "1234567890123456789" });
  expect(textAt({ path: "id" }, event)).toBe("1234567890123456789");
  const form = `payload=${encodeURIComponent('{"id":[-9223372036854775808]}')}`;
  expect(toEvent(call(form, "application/x-www-form-urlencoded"), { formField: "payload" }).body).toEqual({
    id: ["-9223372036854775808"],
  });
});

it("stay texts where they hold too much", () => {
  for (const raw of ["[".repeat(65) + "]".repeat(65), `[${"[],".repeat(100_000)}[]]`, "<a>"])
    expect(toEvent(call(raw), {}).body).toBe(raw);
});
