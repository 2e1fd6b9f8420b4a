/** Names, servers, mirrored toolkits and important tools, as the compiler makes them. */
import { describe, expect, it } from "vitest";
import { parseYamlFile } from "./sources/parse-yaml-file";
import { ToolkitFile } from "./sources/toolkit-file";
import { compileToolkit } from "./compile-toolkit";
import type { OpenApiDocument, SourceSchema } from "./sources/openapi-document";
import { HEAD, file, SOURCE, compile, withOperation, only } from "@/test/builders/compile-toolkit";

describe("answers", () => {
  const answer = (schema: SourceSchema) =>
    only(withOperation("get", { responses: { 200: { content: { "application/json": { schema } } } } })).outputSchema;

  it("puts what is no object under response_data", () => {
    expect(answer({ type: "array", items: { type: "string" } })).toMatchObject({
      type: "object",
      required: ["data", "successful"],
      properties: { data: { type: "object", properties: { response_data: { type: "array" } } } },
    });
  });

  it("marks an answer of bytes", () => {
    expect(
      only(withOperation("get", { responses: { 200: { content: { "application/pdf": {} } } } })).request.binary,
    ).toBe(true);
  });
});

describe("names and servers", () => {
  const twins: OpenApiDocument = {
    servers: [{ url: "https://api.example.com/" }],
    paths: {
      "/a": { get: { summary: "List the things", operationId: "listA" } },
      "/b": { get: { summary: "List the things", operationId: "listB" } },
      "/c": { get: { summary: "List the things", operationId: "listB" } },
      "/d/e": { get: { summary: "x".repeat(80) } },
    },
  };

  it("resolves collisions by the next rule, and cuts only names made of paths", () => {
    expect(
      compile(twins)
        .tools.map(({ slug }) => slug)
        .sort(),
    ).toEqual(["DEMO_GET_C", "DEMO_GET_D_E", "DEMO_LIST_B", "DEMO_LIST_THE_THINGS"]);
  });

  it("keeps names given in the file, and calls an operation by two of them", () => {
    const tools =
      ", rest: false, tools: { DEMO_ONE: GET /a, " + 'DEMO_TWO: { operation: GET /a, fixedQuery: { v: "1" } } } }]';
    const yaml = `${SOURCE.replace(" }]", tools)}\naliases: { DEMO_UNO: DEMO_ONE }`;
    expect(compile(twins, yaml).tools.map(({ slug, aliases, run }) => [slug, aliases, run.request?.path])).toEqual([
      ["DEMO_ONE", ["DEMO_UNO"], "/a"],
      ["DEMO_TWO", [], "/a?v=1"],
    ]);
  });

  it("keeps the variables of a server with their defaults", () => {
    const document = withOperation(
      "get",
      {},
      { servers: [{ url: "https://{shop}.example.com/v1/", variables: { shop: { default: "demo" } } }] },
    );
    expect(only(document).request).toMatchObject({
      baseUrl: "https://{shop}.example.com/v1",
      variables: { shop: "demo" },
    });
  });

  it.each<[string, OpenApiDocument, string, string]>([
    [
      "a relative server",
      withOperation("get", {}, { servers: [{ url: "/v1" }] }),
      SOURCE,
      'demo.json: GET /things/{id}: the server "/v1" is relative',
    ],
    ["a description without operations", { paths: {} }, SOURCE, "demo.json: paths: the description has no operations"],
    [
      "a mapped operation that is not there",
      twins,
      SOURCE.replace(" }]", ", tools: { DEMO_X: GET /zzz } }]"),
      "demo.json: GET /zzz: DEMO_X names an operation that the description does not have",
    ],
    [
      "an alias of nothing",
      twins,
      `${SOURCE}\naliases: { DEMO_Z: DEMO_NOTHING }`,
      "toolkits/demo/toolkit.yaml: aliases.DEMO_Z: there is no tool DEMO_NOTHING",
    ],
    [
      "a renamed argument that is not there",
      twins,
      SOURCE.replace(" }]", ", tools: { DEMO_X: { operation: GET /a, parameters: { zz: { name: y } } } } }]"),
      'DEMO_X: there is no argument "zz"',
    ],
  ])("names file, place and reason for %s", (_, document, yaml, message) => {
    expect(() => compile(document, yaml)).toThrow(message);
  });

  it("names file, place and reason for a toolkit file with a mistake", () => {
    expect(() => file("sources: [{ package: demo, file: a, capp: 3 }]")).toThrow(
      'toolkits/demo/toolkit.yaml: sources.0: there is no key "capp" here; did you mean "cap"?',
    );
    expect(() => file("sources: [")).toThrow("toolkits/demo/toolkit.yaml: ");
  });
});

describe("a toolkit that mirrors another", () => {
  const mail = parseYamlFile(
    ToolkitFile,
    "toolkits/mail/toolkit.yaml",
    `${HEAD.replace("api.example.com", "mail.example.com")}
hosts: [upload.example.com]
aliases: { MAIL_GET: MAIL_READ }
tools: { MAIL_READ: { name: Read, description: Reads what MAIL_OWN gives., method: GET, path: /mails },
  MAIL_OWN: { name: Own, description: Owns., method: GET, path: /own },
  MAIL_DROP: { name: Drop, description: Drops., method: GET, path: /drop } }
composites: { MAIL_SEND: { name: Send, description: Sends., handler: send, aliases: { to: recipient },
  input: { type: object, properties: { recipient: { type: string } } } } }`,
  );
  const family = file(
    "tools: { DEMO_OWN: { name: Mine, description: Mine., method: GET, path: /mine } }\nmirrors: [{ toolkit: mail, exclude: [MAIL_DROP] }]",
  );
  const { tools, meta } = compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: family,
    providers: {},
    mirrored: [{ slug: "mail", filePath: "toolkits/mail/toolkit.yaml", file: mail }],
    read: () => ({}),
  });

  it("offers the other's tools under its own prefix, its own names first, the others in the order of their toolkit", () => {
    expect(tools.map(({ slug, aliases, name }) => [slug, aliases, name])).toEqual([
      ["DEMO_OWN", [], "Mine"],
      ["DEMO_SEND", [], "Send"],
      ["DEMO_READ", ["DEMO_GET"], "Read"],
    ]);
  });

  it("leads readers to tools of the same toolkit", () => {
    expect(tools.at(-1)?.description).toContain("DEMO_OWN gives");
  });

  it("sends them where they belong, with the hosts that may see the credentials", () => {
    expect(tools.map(({ run }) => run.request?.baseUrl ?? run)).toEqual([
      "https://api.example.com",
      { handler: "mail/send", baseUrl: "https://mail.example.com", aliases: { to: "recipient" } },
      "https://mail.example.com",
    ]);
    expect(meta.hosts).toEqual(["api.example.com", "mail.example.com", "upload.example.com"]);
  });
});

describe("important tools", () => {
  it("marks one in ten, at least five, and named ones first", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [
        `/p${index}/deep/er`,
        { get: { summary: `Read part ${index} of it` } },
      ]),
    );
    const { tools } = compile(
      { servers: [{ url: "https://api.example.com" }], paths },
      `${SOURCE}\nimportant: [DEMO_READ_PART_79_OF_IT]`,
    );
    const marked = tools.filter((tool) => tool.important);
    expect(marked).toHaveLength(8);
    expect(marked.map(({ slug }) => slug)).toContain("DEMO_READ_PART_79_OF_IT");
    expect(marked.every(({ tags }) => tags.includes("important"))).toBe(true);
  });

  it("puts the most used first, then those that the file names, the other important ones, the rest, deprecated last", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `/p${index}${"/deeper".repeat(index)}`,
        { get: { summary: `Read part ${index}`, deprecated: index === 0 } },
      ]),
    );
    const { tools } = compileToolkit({
      slug: "demo",
      filePath: "toolkits/demo/toolkit.yaml",
      file: file(`${SOURCE}\nimportant: [DEMO_READ_PART_6, DEMO_READ_PART_7]`),
      providers: {},
      read: () => ({ servers: [{ url: "https://api.example.com" }], paths }),
      usage: { popularity: 3, tools: ["DEMO_READ_PART_5"] },
    });
    expect(tools.map(({ slug }) => Number(slug.slice(-1)))).toEqual([5, 6, 7, 1, 2, 3, 4, 0]);
    expect(tools.filter(({ important }) => important)).toHaveLength(5);
  });
});

describe("further names of a composite tool's arguments", () => {
  const compiled = (aliases: string) =>
    compile(
      {},
      `composites: { DEMO_SEND: { name: Send, description: Sends., handler: send, aliases: ${aliases},
        input: { type: object, properties: { to: { type: string }, mail: { type: object } } } } }`,
    );

  it("are kept with the tool, and may lead into an argument", () =>
    expect(compiled("{ recipient: to, subject: mail.subject }").tools[0]?.run).toEqual({
      handler: "send",
      aliases: { recipient: "to", subject: "mail.subject" },
    }));

  it.each([
    ["{ to: mail }", /aliases\.to: the tool has an argument of this name/],
    ["{ recipient: nobody }", /aliases\.recipient: there is no argument nobody/],
    ["{ recipient: constructor.name }", /there is no argument constructor\.name/],
  ])("are refused where nobody could use them: %s", (aliases, problem) =>
    expect(() => compiled(aliases)).toThrow(problem),
  );
});
