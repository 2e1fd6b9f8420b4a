/** Tests how the compiler mends wrong facts of arguments in descriptions of providers. */
import { describe, expect, it } from "vitest";
import { body, only, withOperation } from "@/test/builders/compile-toolkit";
import type { SourceOperation, SourceSchema } from "../sources/openapi-document";
import { isServerMember } from "./server-members";
import { repeatsName } from "./repeats-name";

const compile = (method: "get" | "post" | "patch", operation: SourceOperation) =>
  only(withOperation(method, operation));
const inputOf = (method: "get" | "post" | "patch", operation: SourceOperation) =>
  compile(method, operation).inputSchema;
const members = (properties: Record<string, SourceSchema>, more: SourceSchema = {}) =>
  body({ type: "object", properties, ...more });

describe("members that the server writes", () => {
  it.each([
    "Output only. The ID of this permission.",
    "[Output Only] Creation timestamp in RFC3339 text format.",
    "The unique identifier for an entity. Read-only.",
    "When the group was created. This property is read-only.",
    "This is a read-only field assigned by the server.",
    'This is always "drive#label".',
    "When it was last changed; HubSpot sets it",
    "Id of the user who changed it last",
    "Describes errors that occur. It is only valid for responses and ignored in requests.",
  ])("are known by their words: %s", (description) => expect(isServerMember({ description })).toBe(true));

  it.each([
    "Caching requirements. Possible values are: ReadOnly, ReadWrite.",
    "Optional. Reference to a read-only external dataset.",
    "Whether the share is read-only, which users see.",
    "It will be ignored when inserting a group.",
    "The name. Read-only after creation.",
    "Input only. The script to run.",
    "The owner; who sets it gets a mail",
    "Id of the user who created it, to find their records",
  ])("are no others: %s", (description) => expect(isServerMember({ description })).toBe(false));

  it("are not offered, and go on to be taken from programs that send them", () => {
    const tool = compile(
      "post",
      members({
        title: { type: "string" },
        kind: { type: "string", description: "Output only. Always thing." },
        part: { type: "object", properties: { made: { type: "string", description: "Read-only." }, size: {} } },
      }),
    );
    expect(Object.keys(tool.inputSchema.properties)).toEqual(["id", "title", "part"]);
    expect(Object.keys(tool.inputSchema.properties.part?.properties ?? {})).toEqual(["size"]);
    expect(tool.request.body).toMatchObject({
      fields: [{ key: "title" }, { key: "kind", unlisted: true }, { key: "part" }],
    });
  });

  it("stay where nothing else would be left, and where they are required", () => {
    const kind = { type: "string", description: "Read-only." };
    expect(inputOf("post", members({ kind })).properties).toHaveProperty("kind");
  });
});

describe("texts that are flags by their words", () => {
  const text = (description: string): SourceSchema => ({ type: "string", description });

  it("are booleans in a query", () => {
    const { properties } = inputOf("get", {
      parameters: Object.entries({
        closed: "true or false",
        watched: "true watches it, false stops",
        seen: "true or false; needs a premium plan",
      }).map(([name, description]) => ({ name, in: "query", schema: text(description) })),
    });
    expect(properties.closed?.type).toBe("boolean");
    expect(properties.watched).toMatchObject({ type: "boolean", description: "true watches it, false stops" });
    expect(properties.seen).toMatchObject({ type: "boolean", description: "Needs a premium plan" });
  });

  it("are booleans where their words begin with what true does", () => {
    const texts = {
      files: "When true, the answer has files, too. The default is false.",
      quick: "If set to `true`, nothing is checked.",
      deep: "Boolean that says whether folders are opened",
      mode: "When true, all are given. One of true, false and auto.",
      when: "When the order was sent",
    };
    const { properties } = inputOf("get", {
      parameters: Object.entries(texts).map(([name, words]) => ({ name, in: "query", schema: text(words) })),
    });
    const types = Object.entries(properties).map(([name, { type }]) => [name, type]);
    expect(Object.fromEntries(types)).toMatchObject({
      files: "boolean",
      quick: "boolean",
      deep: "boolean",
      mode: "string",
      when: "string",
    });
  });

  it("stay texts in JSON, where a provider can insist on the text", () => {
    const part: SourceSchema = { type: "object", properties: { open: text("true or false") } };
    const { properties } = inputOf("post", members({ closed: text("true or false"), part }));
    expect(properties.closed?.type).toBe("string");
    expect(properties.part?.properties?.open?.type).toBe("string");
  });

  it("stay texts where more is possible", () => {
    const { properties } = inputOf("get", {
      parameters: [
        { name: "when", in: "query", schema: text("true, false or a date") },
        { name: "how", in: "query", schema: text("Any word") },
      ],
    });
    expect(properties).toMatchObject({ when: { type: "string" }, how: { type: "string" } });
  });
});

describe("required arguments", () => {
  const REQUIRED = { type: "string", description: "Required. The region to look into." };

  it("are those whose words say so, in a query and in what a POST creates", () => {
    const parameters = [
      { name: "region", in: "query", description: "(Required) The region", schema: { type: "string" } },
    ];
    expect(inputOf("get", { parameters }).required).toEqual(["id", "region"]);
    expect(inputOf("post", members({ region: REQUIRED })).required).toEqual(["id", "region"]);
  });

  it.each([
    "The name of the region. This property is required.",
    "One of:\n- `a`\n- `b`\n\nThis property is required and case-sensitive. It must fit.",
    "Why. This field is required, and should be right.",
  ])("are those of which a sentence says so: %s", (description) =>
    expect(inputOf("post", members({ region: { type: "string", description } })).required).toEqual(["id", "region"]),
  );

  it.each<[string, "post" | "patch", SourceSchema]>([
    ["what a PATCH changes", "patch", REQUIRED],
    ["a condition", "post", { type: "string", description: "Required if zone is given." }],
    ["a condition before it", "post", { type: "string", description: "If zone is set, this property is required." }],
    ["a condition after it", "post", { type: "string", description: "The region. This is required if zone is set." }],
    ["a default", "post", { ...REQUIRED, default: "eu" }],
    ["another word", "post", { type: "integer", description: "Required approvals of the branch" }],
  ])("are not taken from %s", (_, method, schema) =>
    expect(inputOf(method, members({ region: schema, zone: { type: "string" } })).required).toEqual(["id"]),
  );
});

describe("choices", () => {
  const choice = (name: string, schema: SourceSchema) => inputOf("post", members({ [name]: schema })).properties[name];

  it("of a set that grows are suggestions, at every depth", () => {
    expect(choice("currency", { type: "string", enum: ["EUR", "USD", "CHF"], description: "The money" })).toEqual({
      type: "string",
      description: "The money. Known values: EUR, USD, CHF.",
      examples: ["EUR", "USD", "CHF"],
    });
    const items = { type: "string", enum: ["author", "note", "media"] };
    expect(choice("tweet.fields", { type: "array", items })?.items).toMatchObject({ type: "string" });
    expect(choice("tweet.fields", { type: "array", items })?.items).not.toHaveProperty("enum");
  });

  it("of a state stay choices", () =>
    expect(choice("state", { type: "string", enum: ["open", "closed", "all"] })?.enum).toEqual([
      "open",
      "closed",
      "all",
    ]));

  it("that are lists belong to the items", () =>
    expect(choice("filters", { type: "array", items: { type: "string" }, enum: [["open"], ["click"]] })).toMatchObject({
      type: "array",
      items: { enum: ["open", "click"] },
    }));
});

describe("limits of numbers", () => {
  const limitsOf = (schema: SourceSchema) => inputOf("post", members({ limit: schema })).properties.limit;

  it.each([
    ["The value must be between 1 and 100.", 1, 100],
    ["Limit can range between 1 and 1,000, and the default is 10.", 1, 1000],
    ["Valid values are between 0.5 and 2, inclusive.", 0.5, 2],
    ["A score, which must be between -100 and 100.", -100, 100],
  ])("come from words: %s", (description, minimum, maximum) =>
    expect(limitsOf({ type: "number", description })).toMatchObject({ minimum, maximum }),
  );

  it.each<SourceSchema>([
    { type: "integer", description: "Must be between 1 and 100. Values above 100 are coerced to 100." },
    { type: "integer", description: "Must be between 1 and 100.", default: 0 },
    { type: "integer", description: "Calls between 1 and 100 are free." },
    { type: "string", description: "The length must be between 1 and 100." },
  ])("are not guessed: $description", (schema) => expect(limitsOf(schema)).not.toHaveProperty("maximum"));

  it("stay as a schema has them", () =>
    expect(limitsOf({ type: "integer", maximum: 50, description: "Must be between 1 and 100." })).not.toHaveProperty(
      "minimum",
    ));
});

describe("the time at which a package was built", () => {
  const BUILT = "2025-10-15T13:53:19.618Z";

  it("is no example, no default and no choice", () => {
    const schema = { type: "string", example: BUILT, default: BUILT, enum: [BUILT] };
    expect(inputOf("post", members({ made: { description: "When it was made", ...schema } })).properties.made).toEqual({
      type: "string",
      description: "When it was made",
    });
    const parameters = [{ name: "day", in: "query", example: BUILT, schema: { type: "string" } }];
    expect(inputOf("get", { parameters }).properties.day).not.toHaveProperty("examples");
  });
});

describe("words that repeat the argument's name", () => {
  it.each([
    ["roleId", "The role ID"],
    ["override", "The override."],
    ["id", "The ID"],
    ["tags", "Tag(s)"],
    ["include_fields", "Include fields"],
    ["hidden", "`false`"],
  ])("%s: %s", (name, words) => expect(repeatsName(name, words)).toBe(true));

  it.each([
    ["roleId", "Id of the role, as LIST_ROLES gives it"],
    ["limit", "The most rows"],
    ["name", "The name of the board"],
  ])("not %s: %s", (name, words) => expect(repeatsName(name, words)).toBe(false));

  it("become a limit where they are nothing else", () => {
    const schema = { type: "string", description: "a string with a length from 1 to 16384" };
    const { note } = inputOf("post", members({ note: schema })).properties;
    expect(note).toMatchObject({ minLength: 1, maxLength: 16_384 });
    expect(note?.description ?? "").not.toContain("length");
  });

  it("give way to better ones", () =>
    expect(
      inputOf("post", members({ orderId: { type: "string", description: "The order ID" } })).properties.orderId,
    ).toEqual({
      type: "string",
      description: "Id of the order",
    }));
});

describe("words that repeat the schema or the form of a request", () => {
  const text = (description: string): SourceSchema => ({ type: "string", description });
  const list = (description: string): SourceSchema => ({ type: "array", items: { type: "string" }, description });
  const wordsOf = (properties: Record<string, SourceSchema>, required: string[] = []) => {
    const schema = inputOf("post", members(properties, { required }));
    return Object.fromEntries(Object.keys(properties).map((name) => [name, schema.properties[name]?.description]));
  };

  it("lose the mark of what the schema says", () =>
    expect(wordsOf({ a: text("Required. The color of it."), b: text("Optional. the size of it") }, ["a"])).toEqual({
      a: "The color of it.",
      b: "The size of it",
    }));

  it("keep a mark if only the name would remain", () =>
    expect(wordsOf({ color: text("Optional. The color.") })).toEqual({ color: "Optional. The color." }));

  it("keep a mark that the schema contradicts", () => {
    const part = { type: "object", properties: { color: text("Required. The color of it.") } } as const;
    const { properties } = inputOf("patch", members({ part, other: text("Which of them") }));
    expect(properties.part?.properties?.color?.description).toBe("Required. The color of it.");
  });

  it.each([
    ["A comma-separated list of fields to return.", "A list of fields to return."],
    ["IDs of projects. To include multiple IDs, separate IDs with ampersand: `id=1&id=2`.", "IDs of projects."],
    [
      "Keys. To include multiple keys, provide an ampersand-separated list. For example, `key=A&key=B`. At most 50.",
      "Keys. At most 50.",
    ],
    ["An array of comma-separated strings with names.", "An array of comma-separated strings with names."],
  ])("ask for a list: %s", (words, plain) => expect(wordsOf({ ids: list(words) })).toEqual({ ids: plain }));
});
