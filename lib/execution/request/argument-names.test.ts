/** Arguments under other names than the tool's own. */
import { describe, expect, it } from "vitest";
import { underOwnNames } from "./argument-names";
import { prepareArguments } from "./arguments";

const inputSchema = {
  type: "object",
  properties: {
    zone_id: { type: "string" },
    service_ids: { type: "array", items: { type: "string" } },
    filters: {
      type: "object",
      properties: { created_at_start: { type: "string" }, major: { type: "boolean" } },
    },
  },
  required: ["zone_id"],
};
const run = {
  request: {
    method: "GET" as const,
    baseUrl: "https://a",
    path: "/{zone_id}",
    parameters: [],
    aliases: { zone_identifier: "zone_id", since: "filters.created_at_start" },
  },
};
const tool = { slug: "T", inputSchema, run };
const named = (input: Record<string, unknown>) => underOwnNames(tool, input);

describe("aliases of arguments", () => {
  it("are resolved from the toolkit's file before required arguments are checked", () => {
    expect(prepareArguments(tool, { zone_identifier: "z" })).toEqual({ zone_id: "z" });
  });

  it("are resolved for a composite tool too", () => {
    const composite = { slug: "T", inputSchema, run: { handler: "send", aliases: { zone: "zone_id" } } };
    expect(prepareArguments(composite, { zone: "z" })).toEqual({ zone_id: "z" });
  });

  it.each([
    [{ since: "t", filters: { major: true } }, { filters: { major: true, created_at_start: "t" } }],
    [{ service__ids: ["a"] }, { service_ids: ["a"] }],
    [{ filters__created__at__start: "t", filters__major: true }, { filters: { created_at_start: "t", major: true } }],
    [
      { filters: { major: true }, filters__created__at__start: "t" },
      { filters: { major: true, created_at_start: "t" } },
    ],
  ])("include %j, which means %j", (input, expected) => {
    expect(named(input)).toEqual(expected);
  });

  it.each([[{ filters__nothing: 1 }], [{ __proto: 1, constructor__name: 2, toString: 3, ["__proto__"]: 4 }]])(
    "do not include %j, whose name fits nothing",
    (input) => {
      expect(named(input)).toEqual(input);
    },
  );

  it.each([
    [{ zone_id: "a", zone_identifier: "b" }, { zone_id: "a" }, "zone_identifier", "zone_id"],
    [{ filters: "text", filters__major: true }, { filters: "text" }, "filters__major", "filters.major"],
    [
      { filters: { major: false }, since: "t", filters__created__at__start: "u" },
      { filters: { major: false, created_at_start: "t" } },
      "filters__created__at__start",
      "filters.created_at_start",
    ],
  ])("keep the present value of %j, with a warning", (input, expected, name, place) => {
    const warnings: string[] = [];
    expect(underOwnNames(tool, input, (text) => warnings.push(text))).toEqual(expected);
    expect(warnings).toEqual([expect.stringMatching(`^${name}: was ignored, as ${place} `)]);
  });

  it("are searched in the schema for a bounded number of names", () => {
    let looks = 0;
    const ownKeys = (object: object) => {
      looks += 1;
      return Reflect.ownKeys(object);
    };
    const wide = { ...inputSchema, properties: new Proxy(inputSchema.properties, { ownKeys }) };
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`of__nothing${index}`, index]));
    expect(underOwnNames({ inputSchema: wide, run }, { ...many, zone_identifier: "z" })).toEqual({
      ...many,
      zone_id: "z",
    });
    expect(looks).toBeLessThan(300);
  });

  it("wrap values, translate words, set related values, and drop values without effect", () => {
    const letter = {
      inputSchema: { type: "object", properties: { message: { type: "object" }, "a.b": { type: "string" } } },
      run: {
        handler: "send",
        aliases: {
          to: "message.to[].address",
          cc: "message.cc[]",
          is_html: { to: "message.body.type", values: { true: "HTML", false: "Text" } },
          body: { to: "message.body.content", with: { "message.body.type": "Text" } },
          dotted: "a.b",
          zone: { to: "message.start.zone", also: ["message.end.zone"] },
          user_id: null,
          mailbox: { only: ["me"] },
        },
      },
    };
    const warnings: string[] = [];
    const rename = (input: Record<string, unknown>) => underOwnNames(letter, input, (text) => warnings.push(text));
    expect(rename({ to: "ada", cc: ["b"], body: "Hi", dotted: "x", is_html: true })).toEqual({
      message: { to: [{ address: "ada" }], cc: ["b"], body: { type: "HTML", content: "Hi" } },
      "a.b": "x",
    });
    expect(rename({ to: ["ada", { address: "bob" }], body: "Hi", is_html: null })).toEqual({
      message: { to: [{ address: "ada" }, { address: "bob" }], body: { type: "Text", content: "Hi" } },
    });
    expect(warnings).toEqual([]);
    expect(rename({ zone: "UTC" })).toEqual({ message: { start: { zone: "UTC" }, end: { zone: "UTC" } } });
    expect(rename({ user_id: "me" })).toEqual({});
    expect(warnings).toEqual(["user_id: has no effect in this tool and was ignored."]);
    expect(prepareArguments({ slug: "T", ...letter }, { mailbox: "me" })).toEqual({});
    expect(() => prepareArguments({ slug: "T", ...letter }, { mailbox: "bob" })).toThrow(
      'mailbox: can only be "me" in T.',
    );
  });

  it("read a large object once, however many names lead into it", () => {
    let reads = 0;
    const filters = new Proxy({ major: true } as Record<string, unknown>, {
      ownKeys: (target) => {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    });
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const wide = {
      inputSchema: { type: "object", properties: {} },
      run: { request: { ...run.request, aliases: Object.fromEntries(names.map((name) => [name, `filters.${name}`])) } },
    };
    const result = underOwnNames(wide, { filters, ...Object.fromEntries(names.map((name) => [name, 1])) });
    expect(Object.keys(result.filters as object)).toHaveLength(61);
    expect(reads).toBe(1);
  });

  it("do not change the caller's own value", () => {
    const input = { filters: { major: true }, filters__created__at__start: "t" };
    named(input);
    expect(input.filters).toEqual({ major: true });
  });

  it("put words around a value, unless the value has its own word", () => {
    const target = { to: "zone_id", text: "zones/{}", values: { me: "mine" } };
    const framed = { ...tool, run: { request: { ...run.request, aliases: { id: target } } } };
    expect(underOwnNames(framed, { id: "$&1" })).toEqual({ zone_id: "zones/$&1" });
    expect(underOwnNames(framed, { id: 7 })).toEqual({ zone_id: "zones/7" });
    expect(underOwnNames(framed, { id: "me" })).toEqual({ zone_id: "mine" });
    expect(underOwnNames(framed, { id: ["a"] })).toEqual({ zone_id: ["a"] });
  });
});
