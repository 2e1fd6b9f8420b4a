/** Tools that a person writes out: HTTP requests and GraphQL operations. */
import { expect, it } from "vitest";
import { compileDocument } from "./compile-document";

const HEAD = `name: Parcel Post
auth_schemes: [{ auth_mode: API_KEY }]
proxy: { base_url: https://post.example.net/v1, headers: { X-Key: "{{api_key}}" } }
`;
const compile = (text: string, settings = {}) => compileDocument({ slug: "custom_x", text, settings, discovered: [] });
const tool = (more: string): string => `${HEAD}tools:
  - name: Do it
    description: Does what it is for, for one parcel.
    ${more}
`;
const runOf = (more: string) => compile(tool(more)).toolkit?.tools[0];

it("puts arguments into the path, the query, headers and a JSON body", () => {
  const { kind, problems, total, operations, toolkit } = compile(
    tool(`http:
      method: PUT
      path: /parcels/{id}/items?kind=letter
      parameters:
        - { name: parcel_id, in: path, send_as: id, description: Its ID }
        - { name: tags, in: query, type: array, list: comma, enum: [red, blue], default: red }
        - { name: marks, in: query, type: array, items: integer, list: brackets }
        - { name: trace, in: header, send_as: X-Trace }
        - { name: note, in: body, required: true }
        - { name: size, in: body, type: integer, minimum: 1, maximum: 9, default: 2 }`),
  );
  expect([kind, problems.items, total, [...operations]]).toEqual(["hand", [], 1, [["CUSTOM_X_DO_IT", "TOOL DO_IT"]]]);
  expect(toolkit?.tools[0]).toMatchObject({
    ...{ slug: "CUSTOM_X_DO_IT", tags: expect.arrayContaining(["updateHint"]) as string[] },
    inputSchema: {
      properties: {
        parcel_id: { type: "string" },
        tags: { type: "array", items: { type: "string", enum: ["red", "blue"] }, default: ["red"] },
        size: { type: "integer", minimum: 1, maximum: 9, default: 2 },
      },
      required: ["parcel_id", "note"],
    },
    run: {
      request: {
        ...{ method: "PUT", baseUrl: "https://post.example.net/v1", path: "/parcels/{id}/items?kind=letter" },
        parameters: [
          { key: "parcel_id", name: "id", in: "path" },
          { key: "tags", name: "tags", in: "query", style: "form", explode: false },
          { key: "marks", name: "marks", in: "query", style: "brackets" },
          { key: "trace", name: "X-Trace", in: "header" },
        ],
        body: { mode: "flat", contentType: "application/json", fields: [{ key: "note" }, { key: "size" }] },
      },
    },
  });
});

it("keeps the template of a body, and the part of the answer", () => {
  const compiledTool = runOf(`http:
      method: POST
      path: /parcels
      parameters: [{ name: city, in: body, required: true }]
      body: { to: [{ city: "{{city}}" }], kind: box }
      response: data.id`);
  expect(compiledTool?.run.request).toMatchObject({
    body: { template: { to: [{ city: "{{city}}" }], kind: "box" }, fields: [{ key: "city" }] },
    returns: "data.id",
  });
});

it("makes arguments of the variables of a GraphQL document, and failures of its errors", () => {
  const compiledTool = runOf(`graphql:
      document: "mutation Send($id: ID!, $how: How, $n: [Int!] = [1]) { send(id: $id, how: $how, n: $n) { id } }"
      variables: [{ name: how, type: string, enum: [FAST, SLOW], description: How it goes }]
      response: data.send`);
  expect(compiledTool).toMatchObject({
    tags: expect.arrayContaining(["updateHint"]) as string[],
    inputSchema: {
      properties: { id: { type: "string" }, how: { enum: ["FAST", "SLOW"] }, n: { items: { type: "integer" } } },
      required: ["id"],
    },
    run: {
      request: {
        ...{ method: "POST", path: "/graphql", returns: "data.send", failures: [{ at: "errors", filled: true }] },
        body: { fixed: { query: expect.stringContaining("mutation Send") as string } },
      },
    },
  });
  const query = runOf(`slug: DELETE_PREVIEW\n    graphql: { document: "{ me { id } }", path: /api/graphql }`);
  expect([query?.tags[0], query?.run.request?.path]).toEqual(["readOnlyHint", "/api/graphql"]);
});

it("fills places of paths from the connection, and takes what a person says of a tool", () => {
  const text = `${HEAD.replace("{ base_url", '{ path_params: { site: "{{site_id}}" }, base_url')}tools:
  - slug: LOOK
    name: Look at the site
    description: Looks at everything there is.
    effect: read
    important: true
    http: { method: POST, path: "/sites/{site}/look" }
`.replace("API_KEY }", "API_KEY, fields: [{ name: site_id, required: true }] }");
  const { toolkit, problems } = compile(text);
  expect(problems.items).toEqual([]);
  expect(toolkit?.tools[0]).toMatchObject({
    ...{ important: true, inputSchema: { properties: { site: { type: "string" } } } },
    run: { request: { parameters: [{ key: "site", in: "path", fromConnection: "site_id" }] } },
  });
  expect(toolkit?.tools[0]?.tags).toEqual(expect.arrayContaining(["readOnlyHint"]));
  expect(toolkit?.tools[0]?.inputSchema.required).toBeUndefined();
  const settings = { operations: ["TOOL LOOK"], tools: { "TOOL LOOK": { name: "See it", slug: "SEE_IT" } } };
  expect(compile(text, settings).toolkit?.tools).toMatchObject([
    { slug: "CUSTOM_X_SEE_IT", name: "See it", important: true },
  ]);
});

it("lets each connection name the server if the document has none", () => {
  const { toolkit, problems } = compile(tool("http: { method: GET, path: /me }").replace(/base_url: \S+ /, ""));
  expect(problems.items).toMatchObject([{ path: "/servers" }]);
  expect([
    toolkit?.baseUrl,
    toolkit?.authSchemes[0]?.fields.connectedAccountInitiation.map(({ name }) => name),
  ]).toEqual(["{base_url}", ["api_key", "base_url"]]);
});

it("names each problem with its line, and compiles the other tools", () => {
  const text = `${HEAD}tools:
  - name: Right
    description: Reads the first of all parcels.
    http: { method: GET, path: /first }
  - name: No request
    description: Has none.
  - name: Unknown key
    description: Has a mistake.
    http: { method: FETCH, path: /a, params: [] }
  - name: Place
    description: Has a place that nothing fills.
    http:
      method: GET
      path: /parcels/{id}
  - name: Template
    description: Has a place that nothing fills, too.
    http:
      method: POST
      path: /parcels
      body: { a: { b: "{{c}}" } }
  - slug: RIGHT
    name: Again
    description: Has the slug of another.
    http: { method: GET, path: /again }
  - name: Query
    description: Is half a query.
    graphql: { document: "query {" }
`;
  const { toolkit, problems, total } = compile(text);
  expect([total, toolkit?.tools.map(({ slug }) => slug)]).toEqual([7, ["CUSTOM_X_RIGHT"]]);
  expect(problems.items.map(({ path, line }) => [path, line])).toEqual([
    ["/tools/1", 8],
    ["/tools/2/http/method", 12],
    ["/tools/2/http", 12],
    ["/tools/3/http/path", 17],
    ["/tools/4/http/body/a/b", 23],
    ["/tools/5/slug", 24],
    ["/tools/6/graphql/document", 30],
  ]);
});
