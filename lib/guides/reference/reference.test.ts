/** The API reference is made of the contracts of all operations. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { operations } from "@/lib/api";
import { operation } from "@/lib/contract/operation";
import { inRoot } from "@/scripts/paths.mjs";
import { findOperation, listReference } from "./list-reference";
import { toCollection } from "./to-collection";
import { toMarkdown } from "./to-markdown";
import { toOperationPage } from "./to-operation-page";

const BASE = "https://patchbay.example";

const sample = operation({
  id: "sample.create",
  method: "POST",
  path: "/api/v3/samples/{user_id}/{sample_id}",
  summary: "Create a sample",
  tag: "Samples",
  auth: "project",
  permission: "tools:write",
  audit: "none",
  params: z.object({ user_id: z.string(), sample_id: z.string() }),
  query: z.object({ version: z.string(), limit: z.coerce.number().int().min(1).max(50).default(20) }),
  body: z.object({
    name: z.string().max(40).meta({ description: "its name" }),
    kind: z.enum(["small", "large"]).nullish(),
    rules: z.array(z.object({ field: z.string(), values: z.array(z.number()) })).min(1),
  }),
  response: z.object({ sample: z.object({ id: z.string() }).nullable() }),
  status: 201,
});

it("shows the members of a request and an answer, with types, limits and what is required", () => {
  const page = toOperationPage(sample, BASE);
  expect(page.body?.fields).toEqual([
    { name: "name", depth: 0, type: "text", isRequired: true, about: "Its name. At most 40 characters." },
    { name: "kind", depth: 0, type: '"small", "large" or null', isRequired: false, about: "" },
    { name: "rules", depth: 0, type: "list of object", isRequired: true, about: "At least 1 entry." },
    { name: "field", depth: 1, type: "text", isRequired: true, about: "" },
    { name: "values", depth: 1, type: "list of number", isRequired: true, about: "" },
  ]);
  expect(page.query.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ["version", true],
    ["limit", false],
  ]);
  expect(page.answer.fields.map(({ name, type, depth }) => [name, type, depth])).toEqual([
    ["sample", "object or null", 0],
    ["id", "text", 1],
  ]);
  expect(page).toMatchObject({ status: 201, permission: "tools:write", canTry: true });
});

it("writes code with what must be sent, in quotes that a shell understands", () => {
  const [curl, typescript, python] = toOperationPage(sample, BASE).snippets;
  const url = `${BASE}/api/v3/samples/user_1/<sample_id>?version=%3Cversion%3E`;
  expect(curl?.code).toContain(`curl -X POST '${url}' \\\n  -H "x-api-key: $PATCHBAY_API_KEY"`);
  expect(curl?.code).toContain(`-d '{\n  "name": "<name>",\n  "rules": [`);
  expect(typescript?.code).toContain(`await fetch("${url}", {\n  method: "POST",`);
  expect(python?.code).toContain(`requests.post(\n    "${url}",`);
  expect(python?.code).toContain('"rules": [{');
});

it("has a page for every operation of today, as Markdown, too", () => {
  const entries = listReference(operations).flatMap((group) => group.operations);
  expect(entries.length).toBeGreaterThan(400);
  expect(entries).toHaveLength(operations.filter(({ successor }) => successor === undefined).length);
  for (const { id, method, path } of entries) {
    // It stands in addresses as it is.
    expect(id).toMatch(/^[\w.-]+$/);
    const contract = findOperation(operations, id);
    if (!contract) throw new Error(`no operation ${id}`);
    const page = toOperationPage(contract, BASE);
    expect(toMarkdown(page)).toContain(`\`${method} ${path}\``);
    expect(JSON.stringify(page.snippets), id).not.toContain("undefined");
  }
  expect(findOperation(operations, "constructor")).toBeUndefined();
});

it("makes a collection of all operations that programs can call, each in its subject", () => {
  const { item, variable } = toCollection(operations, BASE);
  const requests = item.flatMap((group) => group.item);
  const programs = operations.filter(({ successor, auth }) => successor === undefined && auth !== "session");
  expect(requests).toHaveLength(programs.length);
  expect(variable[0]).toEqual({ key: "base_url", value: BASE });
  expect(toCollection([sample], BASE).item).toMatchObject([
    {
      name: "Samples",
      item: [
        {
          request: {
            header: [
              { key: "x-api-key", value: "{{api_key}}" },
              { key: "content-type", value: "application/json" },
            ],
            url: {
              raw: "{{base_url}}/api/v3/samples/:user_id/:sample_id?version=",
              query: [
                { key: "version", disabled: false },
                { key: "limit", disabled: true },
              ],
            },
          },
        },
      ],
    },
  ]);
});

it("says of each value of a query what it is, though texts are converted", () => {
  const open = listReference(operations)
    .flatMap((group) => group.operations)
    .flatMap(({ id }) => findOperation(operations, id) ?? [])
    .flatMap((entry) =>
      toOperationPage(entry, BASE).query.flatMap(({ name, type }) => (type === "any" ? [`${entry.id} ${name}`] : [])),
    );
  expect(open).toEqual([]);
});

it("shows a recorded answer, and says where none is", () => {
  expect(toMarkdown(toOperationPage(sample, BASE, '{"sample": null}'))).toContain('{"sample": null}');
  expect(toMarkdown(toOperationPage(sample, BASE))).toContain("No answer is recorded.");
});

it("has recorded answers of operations that exist, without a secret or an address of the recording machine", () => {
  const text = readFileSync(inRoot("docs/reference/answers.json"), "utf8");
  const ids = Object.keys(JSON.parse(text) as Record<string, unknown>);
  expect(ids.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([]);
  expect(text.match(/\b(?:ak|uak|oak|sak|bt|whsec)_[\w+/=-]{4,}|127\.0\.0\.1:\d|localhost:\d/g)).toBeNull();
  expect(text.length).toBeLessThan(200_000);
});
