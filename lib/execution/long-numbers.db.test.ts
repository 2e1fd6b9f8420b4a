/** Ids of 64 bits through a whole execution: what an answer gives is taken as an argument, and sent digit by digit. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { publishedOutput } from "@/lib/catalog/read/wire";
import { outputSchema } from "@/lib/catalog/tool-schema";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { ON } from "@/test/builders/origin";
import { createTestOwner } from "@/test/builders/owners";
import { executeTool } from "./execute-tool";

const ID = "1234567890123456789";
const FACTS = { ...ON, source: {} };
const integer = { type: "integer" as const };

let provider: Provider;
let projectId: string;
beforeAll(async () => {
  provider = await startProvider();
  const of = (name: string, place: "path" | "query" | "header", more = {}) => ({
    key: name,
    name,
    in: place,
    ...more,
  });
  const integerList = { type: "array", items: { anyOf: [integer, { type: "null" }] } };
  const nested = { type: "object", properties: { id: integer }, additionalProperties: integer };
  const properties = { id: integer, total: { type: "number" }, listed: integerList, nested, text: { type: "string" } };
  const input = { type: "object", properties: { ...properties, page: integer, mark: integer, ids: integerList } };
  const fields = Object.keys(properties).map((name) => ({ key: name, name }));
  const sending = (slug: string, contentType: string) => ({
    slug,
    input,
    output: outputSchema({ type: "object", properties: { id: integer }, required: ["id"] }),
    request: {
      method: "POST" as const,
      path: "/items/{page}",
      parameters: [of("page", "path"), of("mark", "header"), of("ids", "query", { json: true })],
      body: { mode: "flat" as const, contentType, fields },
    },
  });
  const counting = { slug: "LOOPBACK_COUNT", input, handler: "test.count" };
  await installLoopbackToolkit(
    provider.baseUrl,
    [
      sending("LOOPBACK_SEND", "application/json"),
      sending("LOOPBACK_FORM", "application/x-www-form-urlencoded"),
      counting,
    ],
    true,
  );
  ({ projectId } = await createTestOwner());
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const run = (slug: string, args: Record<string, unknown>) =>
  executeTool({ projectId, settings: { storePayloads: true } }, slug, { user_id: "ada", arguments: args }, FACTS);

it("an id keeps its digits from an answer through the next call's argument to a number in JSON", async () => {
  provider.answer = (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(`{"id":${ID}}`);
  const first = await run("LOOPBACK_SEND", { page: 1 });
  expect(first.data).toEqual({ id: ID });
  const tool = await requireTool(projectId, "LOOPBACK_SEND");
  expect(schemaCheck(publishedOutput(tool))(first)).toEqual([]);

  const { id } = first.data;
  const args = { id, total: `-${ID}`, listed: [id, null, 1], nested: { id, more: id }, text: id };
  await run("LOOPBACK_SEND", { ...args, page: id, mark: id, ids: [id] });
  const { url, headers, body } = provider.seen.at(-1) ?? {};
  expect(body).toBe(
    `{"id":${ID},"total":-${ID},"listed":[${ID},null,1],"nested":{"id":${ID},"more":${ID}},"text":"${ID}"}`,
  );
  expect([url, headers?.mark]).toEqual([`/items/${ID}?ids=${encodeURIComponent(`[${ID}]`)}`, ID]);
});

it("a form contains the digits of a long number", async () => {
  await run("LOOPBACK_FORM", { page: 1, id: ID, listed: [ID], nested: { id: ID } });
  expect(provider.seen[0]?.body).toBe(`id=${ID}&listed=${ID}&nested%5Bid%5D=${ID}`);
});

it("a dry run shows the digits of a long number", async () => {
  const { data } = await executeTool(
    { projectId, settings: { storePayloads: true } },
    "LOOPBACK_SEND",
    { user_id: "ada", arguments: { page: 1, id: ID }, dry_run: true },
    FACTS,
  );
  expect(JSON.stringify(data)).toContain(ID);
});

it("returns 422 for a fraction that would lose digits, and for a long number in a tool's code", async () => {
  for (const total of ["12345678901234567.25", "1e400", `${ID}x`, `${ID}.5`])
    await expect(run("LOOPBACK_SEND", { page: 1, total })).rejects.toMatchObject({ status: 422 });
  await expect(run("LOOPBACK_COUNT", { id: ID })).rejects.toMatchObject({ status: 422 });
  expect(provider.seen).toEqual([]);
});
