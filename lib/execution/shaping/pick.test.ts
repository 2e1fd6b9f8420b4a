import { expect, it } from "vitest";
import { stepsOf } from "@/lib/contract/response-shape";
import { pick, toWanted } from "./pick";

const mail = {
  total: 2,
  "a name": { id: 9 },
  items: [
    { id: 1, from: { name: "Ada", address: "ada@example.com" }, parts: [{ type: "text", body: "x" }] },
    { id: 2, from: { name: "Bob", address: "bob@example.com" }, parts: [] },
  ],
};
const picked = (...paths: string[]) => pick(mail, toWanted(paths));

it("keeps the named fields, in their place", () => {
  expect(picked("total", "items[*].from.name")).toEqual({
    total: 2,
    items: [{ from: { name: "Ada" } }, { from: { name: "Bob" } }],
  });
  expect(picked("$.items[1].id")).toEqual({ items: [{ id: 2 }] });
  expect(picked('["a name"].id', "$['total']")).toEqual({ total: 2, "a name": { id: 9 } });
});

it("applies names on a list to each of its entries", () => {
  expect(picked("items.id")).toEqual(picked("items[*].id"));
  expect(picked("items.parts.type")).toEqual({ items: [{ parts: [{ type: "text" }] }, { parts: [] }] });
});

it("keeps everything below a path, also when a longer path is named too", () => {
  expect(picked("items[0].from", "items[0].from.name")).toEqual({ items: [{ from: mail.items[0]?.from }] });
  expect(picked("items[0].from.name", "items[0].from")).toEqual({ items: [{ from: mail.items[0]?.from }] });
  expect(picked("*")).toEqual(mail);
  expect(picked("items[*].id", "items[1].from.name")).toEqual({ items: [{ id: 1 }, { id: 2, from: { name: "Bob" } }] });
});

it("leaves out missing fields, and inherited names that look like fields", () => {
  expect(picked("nothing.at.all", "total.more", "constructor", "__proto__.x")).toEqual({});
  expect(Object.getPrototypeOf(pick(JSON.parse('{"__proto__": {"x": 1}}'), toWanted(["__proto__.x"])))).toBe(
    Object.prototype,
  );
});

it.each(["", "$", "a..b", "a[", "a[-1]", "a[?(@.x)]", "[0", "a b", "a[*", "../meta-tools", `a${".b".repeat(40)}`])(
  "returns 422 for %j, which is no path",
  (path) => {
    expect(stepsOf(path)).toBeNull();
    expect(() => toWanted(["ok", path])).toThrow(expect.objectContaining({ status: 422 }));
  },
);

it("takes time in proportion to the value, however many paths there are", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, a: { b: { c: id } } }));
  const paths = Array.from({ length: 50 }, (_, index) => `rows[*].a.b.c${index || ""}`);
  expect(pick({ rows }, toWanted(paths))).toEqual({ rows: rows.map(({ a }) => ({ a })) });
});
