import { expect, it } from "vitest";
import { toShownRequest } from "./shown-request";

const access = { projectId: "p", values: {}, parameters: [], secrets: ["the-secret-0123"] };
const showBody = (body: unknown) =>
  toShownRequest({ method: "POST", url: "https://x.example/", headers: {}, body: JSON.stringify(body) }, access).body;
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "v"]));

it("shows a body of many values without its secrets", () => {
  expect(showBody({ ...keys(9000), token: "x", text: "a the-secret-0123 b" })).toMatchObject({
    key8999: "v",
    token: "[redacted]",
    text: "a [redacted] b",
  });
});

it.each([
  ["many names", keys(20_000)],
  ["many elements", Array.from({ length: 20_000 }, () => "the-secret-0123")],
  ["many lists in one another", Array.from({ length: 200 }, () => Array.from({ length: 100 }, () => ["x"]))],
])("shows only the size of a body of %s", (_, body) => {
  expect(showBody(body)).toBe(`[${JSON.stringify(body).length} characters with more than 10000 values]`);
});
