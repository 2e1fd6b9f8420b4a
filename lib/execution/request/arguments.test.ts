/** Arguments as language models write them. */
import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { prepareArguments } from "./arguments";

const http = {
  request: {
    method: "PATCH" as const,
    baseUrl: "https://a",
    path: "/{id}",
    parameters: [{ key: "id", name: "id", in: "path" as const }],
  },
};
const prepare = (
  properties: Record<string, unknown>,
  args: Record<string, unknown> | null,
  more: object = {},
  run: Parameters<typeof prepareArguments>[0]["run"] = http,
) => prepareArguments({ slug: "T", run, inputSchema: { type: "object", properties, ...more } }, args);
const errors = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.details.errors ?? [];
    throw error;
  }
  return [];
};

const reading = { request: { ...http.request, method: "GET" as const } };

describe("repairs", () => {
  it.each([
    [{ type: "integer" }, "5", 5],
    [{ type: "integer" }, " -7 ", -7],
    [{ type: "number" }, "1.5e3", 1500],
    [{ type: "boolean" }, "true", true],
    [{ type: "boolean" }, "False", false],
    [{ type: "string" }, 5, "5"],
    [{ type: "string" }, true, "true"],
    [{ type: "array", items: { type: "string" } }, "a", ["a"]],
    [{ type: "array", items: { type: "integer" } }, ["1", 2], [1, 2]],
    [{ type: "array", items: { type: "string" } }, '["a","b"]', ["a", "b"]],
    [{ type: "object", properties: { n: { type: "integer" } } }, '{"n":"1"}', { n: 1 }],
    [{ type: "array", items: { type: "object", properties: { n: { type: "integer" } } } }, { n: "1" }, [{ n: 1 }]],
    [{ type: ["string", "integer"] }, 5, 5],
    [{ type: "string", nullable: true }, null, null],
    [{}, null, null],
    [{ anyOf: [{ type: "string", nullable: true }, { type: "integer" }] }, null, null],
  ])("%j takes %j as %j", (schema, input, expected) => {
    expect(prepare({ x: schema }, { x: input })).toEqual({ x: expected });
  });

  it.each([
    [{ type: "integer" }, "5.5"],
    [{ type: "integer" }, "five"],
    [{ type: "integer" }, "9007199254740993.5"],
    [{ type: "boolean" }, "yes"],
    [{ type: "boolean" }, 1],
    [{ type: "string" }, { a: 1 }],
    [{ type: "integer" }, true],
    [{ type: "object" }, "[1]"],
  ])("%j does not take %j (422)", (schema, input) => {
    expect(errors(() => prepare({ x: schema }, { x: input }))).toHaveLength(1);
  });

  it("leave out null for an optional field, also inside objects, and not for a required one", () => {
    expect(
      prepare(
        { a: { type: "string" }, o: { type: "object", properties: { b: { type: "integer" } } } },
        { a: null, o: { b: null } },
      ),
    ).toEqual({ o: {} });
    expect(errors(() => prepare({ a: { type: "string" } }, { a: null }, { required: ["a"] }))).toEqual([
      'a: expected string, for example "text".',
    ]);
  });

  it("do not change the caller's object", () => {
    const input = { n: "5", l: "x" };
    prepare({ n: { type: "integer" }, l: { type: "array", items: {} } }, input);
    expect(input).toEqual({ n: "5", l: "x" });
  });
});

describe("defaults", () => {
  const properties = {
    id: { type: "string", default: "me" },
    needed: { type: "integer", default: 3 },
    private: { type: "boolean", default: false },
  };
  it("fill what the request needs, and leave optional fields of an update alone", () => {
    expect(prepare(properties, null, { required: ["needed"] })).toEqual({ id: "me", needed: 3 });
    const run = { request: { ...http.request, defaulted: ["needed"] } };
    expect(prepare(properties, {}, {}, run)).toEqual({ id: "me", needed: 3 });
  });
  it("are all filled for a composite tool", () => {
    expect(prepare(properties, {}, {}, { handler: "h" })).toEqual({ id: "me", needed: 3, private: false });
  });
});

describe("problems", () => {
  it("name path, shape and example, and suggest the intended name", () => {
    expect(
      errors(() =>
        prepare(
          {
            per_page: { type: "integer", maximum: 100 },
            state: { type: "string", enum: ["open", "closed"] },
            tags: {
              type: "array",
              items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
            },
            when: { type: "string", format: "date-time" },
            either: { anyOf: [{ type: "integer" }, { type: "boolean" }] },
          },
          { perPage: 5, state: "opn", tags: [{}], when: "soon", either: "x" },
        ),
      ),
    ).toEqual([
      "perPage: is not an argument of T. Did you mean per_page (integer, for example 1)?",
      'state: expected one of "open", "closed", for example "open".',
      'tags[0].name: is required; expected string, for example "text".',
      'when: expected date-time, for example "2026-01-31T12:00:00Z".',
      "either: expected integer or boolean, for example 1.",
    ]);
  });

  it("do not include further names that the schema allows", () => {
    expect(prepare({}, { anything: 1 }, { additionalProperties: true })).toEqual({ anything: 1 });
  });

  it("do not include an argument that the request sends and the schema hides", () => {
    const parameters = [
      ...http.request.parameters,
      { key: "expand", name: "$expand", in: "query" as const, unlisted: true as const },
    ];
    const run = { request: { ...http.request, parameters } };
    expect(prepare({ id: { type: "string" } }, { id: "1", expand: "a" }, {}, run)).toEqual({ id: "1", expand: "a" });
  });

  it.each([
    [{ ...http }, undefined],
    [{ handler: "h" }, ["createHint"]],
    [{ request: { ...http.request, method: "GET" as const } }, ["destructiveHint"]],
    [{ request: { ...http.request, method: "POST" as const } }, ["updateHint", "idempotentHint"]],
  ])("include an unknown name of a tool that writes, with the names that it has (422): %j %j", (run, tags) => {
    const tool = {
      slug: "T",
      run,
      inputSchema: { type: "object", properties: { title: { type: "string" } } },
      ...(tags && { tags }),
    };
    expect(errors(() => prepareArguments(tool, { title: "a", zzz: 1 }))).toEqual([
      "zzz: is not an argument of T, which takes title.",
    ]);
    expect(prepareArguments(tool, { title: "a", zzz: null })).toEqual({ title: "a" });
  });

  it.each([
    [{ request: { ...http.request, method: "POST" as const } }, ["readOnlyHint"]],
    [{ builtin: "searchTools" }, ["destructiveHint"]],
  ])("do not include an unknown name of a tool that reads or a meta tool, which is left out: %j %j", (run, tags) => {
    const tool = { slug: "T", run, inputSchema: { type: "object", properties: { title: { type: "string" } } }, tags };
    expect(prepareArguments(tool, { title: "a", zzz: 1 })).toEqual({ title: "a" });
  });

  it("include an unknown name of a tool that reads only if the call is refused anyway; else it warns", () => {
    const warnings: string[] = [];
    const check = (inputSchema: object, args: Record<string, unknown>) =>
      prepareArguments({ slug: "T", run: reading, inputSchema: { ...inputSchema } }, args, (text) =>
        warnings.push(text),
      );
    const schema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
    expect(check(schema, { title: "a", zzz: 1 })).toEqual({ title: "a" });
    expect(warnings).toEqual(["zzz: is not an argument of T, which takes title. It was ignored."]);
    expect(errors(() => check(schema, { zzz: 1 }))).toEqual([
      "zzz: is not an argument of T, which takes title.",
      'title: is required; expected string, for example "text".',
    ]);
    expect(errors(() => check(schema, { title: "a", zzz: 1, titl: "b" }))).toHaveLength(2);
  });

  it("have at most 20 sentences", () => {
    expect(
      errors(() => prepare({}, Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, 1])))),
    ).toHaveLength(20);
  });

  it.each([
    ["ownr", "owner"],
    ["pageSize", "page_size"],
    ["q", undefined],
    ["repository", "repo"],
    ["zzz", undefined],
  ])("%s means %s", (unknownName, expected) => {
    expect(nearestName(unknownName, ["owner", "repo", "page_size", "title"])).toBe(expected);
  });
});

describe("choices and lists of values", () => {
  const choice = { anyOf: [{ type: "integer" }, { type: "null" }] };
  it.each([
    [choice, "5", 5],
    [choice, null, null],
    [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }, 7, "7"],
    [{ oneOf: [{ type: "array", items: { type: "integer" } }] }, "3", [3]],
    [{ anyOf: [{ type: "string" }, { type: "integer" }] }, "5", "5"],
    [
      { anyOf: [{ type: "object", properties: { n: { type: "integer" } } }, { type: "boolean" }] },
      { n: "2" },
      { n: 2 },
    ],
    [{ type: "string", enum: ["OPEN", "CLOSED"] }, "open", "OPEN"],
    [{ type: "string", enum: ["a", "A"] }, "a", "a"],
  ])("%j takes %j as %j", (schema, input, expected) =>
    expect(prepare({ x: schema }, { x: input })).toEqual({ x: expected }),
  );

  it("are named for a wrong value, as is a nested field that is nearly right (422)", () => {
    expect(errors(() => prepare({ x: { type: "string", enum: ["open", "closed"] } }, { x: "ajar" }))).toEqual([
      'x: expected one of "open", "closed", for example "open".',
    ]);
    expect(
      errors(() =>
        prepare(
          { x: { type: "object", additionalProperties: false, properties: { color: { type: "string" } } } },
          { x: { colour: "red" } },
        ),
      ),
    ).toEqual(['x.colour: is not a field here. Did you mean color (string, for example "text")?']);
    expect(errors(() => prepare({ x: { type: "integer", minimum: 3 } }, { x: 1 }))).toEqual([
      "x: must be >= 3; expected integer, for example 3.",
    ]);
  });
});

describe("hostile values", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  it("are not parsed from JSON text of 1,000 levels, which is a 422 for an expected list", () => {
    expect(prepare({ x: { type: "string" } }, { x: deep(1000) })).toEqual({ x: deep(1000) });
    expect(prepare({ x: { type: "array" } }, { x: deep(1000) })).toEqual({ x: [deep(1000)] });
    expect(errors(() => prepare({ x: { type: "object" } }, { x: `{"a":${deep(1000)}}` }))).toHaveLength(1);
  });

  it("include a whole number of more than 53 bits, which does not change on its way through text", () => {
    expect(errors(() => prepare({ x: { type: "object" } }, { x: '{"id":12345678901234567890}' }))).toHaveLength(1);
    expect(errors(() => prepare({ x: { type: "string" } }, { x: 1e21 }))).toHaveLength(1);
    expect(prepare({ x: { type: "string" } }, { x: "12345678901234567890" })).toEqual({ x: "12345678901234567890" });
  });

  it("include NUL and half of a surrogate pair, which JSON accepts and other places refuse (422)", () => {
    const json = {
      request: {
        ...http.request,
        body: { mode: "flat" as const, contentType: "application/json", fields: [{ key: "x", name: "x" }] },
      },
    };
    expect(prepare({ x: { type: "string" }, id: { type: "string" } }, { x: "\ud800 \0", id: "1" }, {}, json)).toEqual({
      x: "\ud800 \0",
      id: "1",
    });
    expect(errors(() => prepare({ id: { type: "string" } }, { id: "a\ud800" }))).toEqual([
      'id: holds half of a surrogate pair, which is no character; expected whole characters, for example "text".',
    ]);
    expect(
      errors(() =>
        prepare(
          { id: { type: "string" }, q: { type: "array", items: { type: "string" } } },
          { id: "1", q: ["\udc00"] },
        ),
      ),
    ).toHaveLength(1);
  });
});

describe("a list of the parts of the body that is left out", () => {
  const { request } = http;
  const part = { key: "part", name: "part", in: "query" as const, fromBody: true as const };
  const fields = ["id", "snippet", "contentDetails"].map((name) => ({ key: name, name }));
  const body = { mode: "flat" as const, contentType: "application/json", fields };
  const run = { request: { ...request, path: "/items", parameters: [part], body } };
  const properties = {
    part: { type: "array", items: { type: "string" } },
    id: { type: "string" },
    snippet: { type: "object" },
    contentDetails: { type: "object" },
  };
  const partOf = (args: Record<string, unknown>) => prepare(properties, args, {}, run).part;
  it("names those that the call has, so that no other part is emptied", () => {
    expect(partOf({ id: "1", snippet: { position: 0 } })).toEqual(["snippet"]);
    expect(partOf({ id: "1", snippet: {}, contentDetails: { note: "x" } })).toEqual(["snippet", "contentDetails"]);
    expect(partOf({ id: "1" })).toBeUndefined();
  });
  it("counts as the caller writes it", () => expect(partOf({ part: ["id"], snippet: {} })).toEqual(["id"]));
});
